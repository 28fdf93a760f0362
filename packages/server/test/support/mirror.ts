import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@colophon/client'
import { type MirrorJob, type MirrorResult, mirrorTopics } from '@colophon/client/node/mirror'
import { runCommand } from './command.ts'
import type { Cleanup } from './engines.ts'
import type { Site } from './site.ts'

/** Every text of a mirror, by its place in it. */
export async function textsIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => !name.startsWith('.mirror'))
    .sort()
  const texts: Record<string, string> = {}
  for (const name of names)
    if ((await stat(join(folder, name))).isFile()) texts[name] = await readFile(join(folder, name), 'utf8')
  return texts
}

export async function stateIn(folder: string): Promise<string> {
  return readFile(join(folder, '.mirror/state.json'), 'utf8')
}

export async function textOf(site: Site, { content_hash }: { content_hash: string }): Promise<string> {
  return (await site.get(`/objects/${content_hash}`, { token: site.admin })).text
}

/** Runs the command on a folder, with more arguments and other settings. */
export function mirrorer(t: Cleanup, url: string, folder: string) {
  return async (args: string[] = [], environment: Record<string, string> = {}) => {
    const { code, lines, stderr } = await runCommand(
      t,
      ['mirror', folder, '--url', url, ...args],
      environment,
    )
    return { code, lines, stderr, facts: args.includes('--json') && lines[0] ? JSON.parse(lines[0]) : null }
  }
}

/** The same without a process of its own. */
export function mirrorInto(
  folder: string,
  url: string,
  more: Partial<MirrorJob> = {},
): Promise<MirrorResult> {
  const progress = { begin() {}, advance() {} }
  return mirrorTopics({ client: createClient({ url }), press: url, folder, topics: null, progress, ...more })
}
