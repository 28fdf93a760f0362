import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tell, type VerifyOptions } from '@colophon/cli/verify'
import { openLogSigner } from '../../src/runtime/log-signer.ts'
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
  /** What the command says, without a process of its own. */
  verify(...args: string[]): Promise<Said>
  /** The same by the command. */
  command(...args: string[]): Promise<Said>
  /** The checkpoint that was seen last; null before the first. */
  seen(): Promise<string | null>
}

export async function openVerifier(t: Cleanup): Promise<Verifier> {
  const state = join(await makeFolder(t), 'below/state.json')
  return {
    state,
    async verify(...args) {
      const { hashes, options } = readArguments(args)
      const { isProven, lines, remarks } = await tell(hashes, { ...options, state })
      return { code: isProven ? 0 : 1, lines, stderr: remarks.map((remark) => `${remark}\n`).join('') }
    },
    async command(...args) {
      const { code, lines, stderr } = await runCommand(t, ['verify', '--state', state, ...args], {})
      return { code, lines, stderr }
    },
    seen: async () => {
      const text = await readFile(state, 'utf8').catch(() => null)
      return text === null ? null : JSON.parse(text).checkpoint
    },
  }
}

function readArguments(args: readonly string[]): { hashes: string[]; options: VerifyOptions } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' }] as const)),
      complete: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  return { hashes: positionals, options: values as VerifyOptions }
}

const FLAGS = ['url', 'token', 'mirror', 'backup', 'key', 'policy', 'attestation']

/** Where a site is that calls itself otherwise. */
export function addressOf({ settings }: Site): string {
  return `http://127.0.0.1:${settings.port}`
}

/** What a server could sign that tells another history: a checkpoint of any text, with the key of every site here. */
export async function signAs(baseUrl: string, text: string, key?: string): Promise<string> {
  return openLogSigner([JSON.parse(key ?? (await testSigningKey()))], baseUrl).sign(text)
}
