import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createNoteSigner } from '../../src/core/log/note-signer.ts'
import { runCommand } from './command.ts'
import type { Cleanup } from './engines.ts'
import { makeFolder } from './folder.ts'
import { type Site, testSigningKey } from './site.ts'

/** What `colophon verify` said. */
export interface Said {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly stderr: string
}

/** Somebody who verifies again and again, with a state of their own. */
export interface Verifier {
  /** Where the state is kept. */
  readonly state: string
  verify(...args: string[]): Promise<Said>
  /** The same as one document. */
  facts(...args: string[]): Promise<Record<string, never>>
  /** The checkpoint that was seen last; null before the first. */
  seen(): Promise<string | null>
}

export async function openVerifier(t: Cleanup): Promise<Verifier> {
  const state = join(await makeFolder(t), 'below/state.json')
  const verify = async (...args: string[]) => {
    const { code, lines, stderr } = await runCommand(t, ['verify', '--state', state, ...args], {})
    return { code, lines, stderr }
  }
  return {
    state,
    verify,
    facts: async (...args) => JSON.parse((await verify('--json', ...args)).lines[0] ?? 'null'),
    seen: async () => {
      const text = await readFile(state, 'utf8').catch(() => null)
      return text === null ? null : JSON.parse(text).checkpoint
    },
  }
}

/** Where a site is that calls itself otherwise. */
export function addressOf({ settings }: Site): string {
  return `http://127.0.0.1:${settings.port}`
}

/** What a press could sign that tells another history: a checkpoint of any text, with the key of every site here. */
export async function signAs(baseUrl: string, text: string, key?: string): Promise<string> {
  return createNoteSigner([JSON.parse(key ?? (await testSigningKey()))], baseUrl).sign(text)
}
