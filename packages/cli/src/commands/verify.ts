import { hash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@colophon/client'
import {
  type FolderSource,
  type LogSource,
  namedSigners,
  siteLog,
  verifyAttestation,
  verifyLog,
} from '@colophon/client/log'
import { backupLog, mirrorLog, readKnownLog, writeKnownLog } from '@colophon/client/node/log'
import { isHash } from '@colophon/contract'
import { type LogPolicy, LogRefused, type NoteKey, parseNote, witnessedBy } from '@colophon/log'
import type { Command } from 'commander'
import { openProgress, printable } from '../terminal/progress.ts'
import { type RemoteOptions, remoteOf } from '../terminal/remote.ts'
import { CommandRefused } from './command.ts'
import { givenKey, givenPolicy, readGivenText } from './log-options.ts'
import { tellAttested, tellRefused, tellVerified, type VerifyReport } from './verify-words.ts'

export interface VerifyOptions extends RemoteOptions {
  mirror?: string
  backup?: string
  key?: string
  policy?: string
  attestation?: string
  complete?: boolean
  state?: string
  json?: boolean
}

/** `colophon verify`: proves what a transparency log tells. */
export function addVerify(program: Command): void {
  program
    .command('verify')
    .description(
      'Prove that the transparency log of a press, a mirror or a backup extends the one seen before, and what it contains',
    )
    .argument(
      '[hashes...]',
      'revisions, or records of publications and retirements; default: the whole folder',
    )
    .option(
      '--url <url>',
      'address of the server (COLOPHON_URL); with a folder: verify the folder against the press',
    )
    .option('--token <bearer>', 'bearer for invited content (prefer COLOPHON_TOKEN)')
    .option('--mirror <folder>', 'verify a mirror instead of a press')
    .option('--backup <folder>', 'verify the newest backup in a folder instead of a press')
    .option('--key <key>', 'key of the log, as name+id+key; default: the one seen before')
    .option(
      '--policy <file>',
      'logs, witnesses and quorum (C2SP tlog-policy) that the checkpoint has to meet',
    )
    .option(
      '--complete',
      'prove also that nothing else was done about the hashes: reads every record of a press; a folder is always read',
    )
    .option(
      '--attestation <file>',
      'verify a signed statement about a revision, without a network: an answer of /api/v1/objects/<hash>/attestation',
    )
    .option('--state <file>', 'file for the state between runs; default: one per log below your state folder')
    .option('--json', 'print one JSON document')
    .action(verify)
}

/** A log to verify, and a name by which it is known here. */
interface VerifySources {
  readonly press: LogSource | null
  readonly folder: FolderSource | null
  /** What the log should be called, by the address of its press; null where nobody knows. */
  readonly expected: string | null
}

async function verify(hashes: readonly string[], options: VerifyOptions): Promise<void> {
  const told = await tell(hashes, options)
  if (!told.isProven) process.exitCode = 1
  if (options.json !== true) process.stderr.write(linesOf(told.remarks))
  process.stdout.write(options.json === true ? `${JSON.stringify(told.facts)}\n` : linesOf(told.lines))
}

/** What the command tells; what was typed wrong, or cannot be read, is thrown. */
export async function tell(hashes: readonly string[], options: VerifyOptions): Promise<VerifyReport> {
  const wrong = hashes.find((hash) => !isHash(hash))
  if (wrong !== undefined)
    throw new CommandRefused(`${wrong} is not a hash: a hash has 64 hexadecimal digits`)
  try {
    return await prove(hashes, options)
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    return tellRefused(error)
  }
}

async function prove(hashes: readonly string[], options: VerifyOptions): Promise<VerifyReport> {
  if (options.attestation !== undefined) return await proveAttestation(hashes, options)
  const { press, folder, expected } = await openWanted(options)
  const state = options.state ?? (await stateOf(expected, folder))
  const seen = await readKnownLog(state)
  const policy = options.policy === undefined ? null : await givenPolicy(options.policy)
  const given = options.key === undefined ? null : givenKey(options.key)
  const key = given ?? (policy === null ? null : await keyOfPolicy(policy, folder ?? press))
  const isWhole = folder !== null || options.complete === true
  const progress = openProgress()
  try {
    const verified = await verifyLog({ press, folder, key, seen, hashes, isWhole, progress })
    const witnesses = policy === null ? null : await requireQuorum(policy, verified.checkpoint.signed)
    if (verified.latest !== null)
      await writeKnownLog(state, { key: verified.key, checkpoint: verified.latest })
    return tellVerified(verified, { expected, hasPress: press !== null, witnesses })
  } finally {
    progress.stop()
  }
}

/** By a key that is given, or that was seen before: an envelope that says itself whose it is proves nothing. */
async function proveAttestation(hashes: readonly string[], options: VerifyOptions): Promise<VerifyReport> {
  const { attestation = '', mirror, backup, policy } = options
  if (mirror !== undefined || backup !== undefined)
    throw new CommandRefused('--attestation is verified by itself, and not against a folder')
  const envelope = await readGivenText(attestation)
  const given = options.key === undefined ? [] : [givenKey(options.key)]
  const logs = policy === undefined ? [] : (await givenPolicy(policy)).logs
  const trusted = [...given, ...logs]
  const keys = trusted.length > 0 ? trusted : await keysSeen(namedSigners(envelope), options)
  if (keys.length === 0)
    throw new LogRefused('no key of whoever signed it is known: give --key, or verify the press first')
  return tellAttested(await verifyAttestation(envelope, keys), hashes)
}

/** The keys that logs of these names were seen with. */
async function keysSeen(signers: readonly string[], options: VerifyOptions): Promise<NoteKey[]> {
  const names = new Set(signers.map((keyid) => keyid.split('+')[0] ?? ''))
  const found: NoteKey[] = []
  for (const name of names) {
    const known = await readKnownLog(options.state ?? (await stateOf(name, null)))
    if (known !== null) found.push(known.key)
  }
  return found
}

/** The log of a policy that has signed what is there; null where the policy names no logs. */
async function keyOfPolicy({ logs }: LogPolicy, source: LogSource | null): Promise<NoteKey | null> {
  if (logs.length === 0) return null
  const signed = (await source?.checkpoint()) ?? null
  const signatures = signed === null ? [] : parseNote(signed).signatures
  const key = logs.find(({ name, id }) => signatures.some((one) => one.name === name && one.id === id))
  if (key === undefined) throw new LogRefused('the checkpoint is not signed by a log of the policy')
  return key
}

/** The witnesses of a policy that have signed a checkpoint, where they are enough; throws LogRefused else. */
async function requireQuorum(policy: LogPolicy, signed: string): Promise<string[]> {
  const names = await witnessedBy(signed, policy)
  const told = names.size === 0 ? 'no witness' : [...names].join(', ')
  if (!policy.isMetBy(names))
    throw new LogRefused(`the checkpoint does not meet the policy: it is cosigned by ${told}`)
  return [...names]
}

async function openWanted(options: VerifyOptions): Promise<VerifySources> {
  const { mirror, backup, url } = options
  if (mirror !== undefined && backup !== undefined)
    throw new CommandRefused('--mirror and --backup are of two commands: verify one after the other')
  if (mirror === undefined && backup === undefined) return { ...openSite(options), folder: null }
  const asked = url === undefined ? { press: null, expected: null } : openSite(options)
  if (backup !== undefined) return { ...asked, folder: await backupLog(backup) }
  const folder = await mirrorLog(mirror ?? '')
  return { press: asked.press, folder, expected: asked.expected ?? logOf(folder.press) }
}

function openSite(options: RemoteOptions): Pick<VerifySources, 'expected'> & { press: LogSource } {
  const { url, token } = remoteOf(options)
  const { call } = createClient({ url, token, userAgent: 'colophon-verify' })
  return { press: siteLog(call, `the press at ${new URL(url).origin}`), expected: logOf(url) }
}

/** What the log of a server is called, unless its address is another to itself. */
function logOf(url: string): string {
  return `${new URL(url).host}/log`
}

/** A file for each log, by the address of its press; of a backup, by what its log calls itself. */
async function stateOf(expected: string | null, folder: FolderSource | null): Promise<string> {
  const name = expected ?? (await folder?.checkpoint())?.split('\n')[0] ?? ''
  const plain = name.replaceAll(/[^A-Za-z0-9.-]/g, '_').slice(0, 80)
  const below = process.env.XDG_STATE_HOME || join(homedir(), '.local/state')
  return join(below, 'colophon/log', `${plain}-${hash('sha256', name, 'hex').slice(0, 16)}.json`)
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('')
}
