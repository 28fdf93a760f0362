import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { JWK } from 'jose'
import { newSigningKey } from '../core/jwt.ts'
import type { Settings } from './settings.ts'
import { SettingRefused } from './settings.ts'

/** The keys of the site's bearers; made on the first start beside the SQLite file, never in the database. */
export async function readSigningKeys({ signingKey, databaseUrl }: Settings): Promise<JWK[]> {
  if (signingKey !== null) return givenKeys(signingKey, 'COLOPHON_SIGNING_KEY')
  const database = sqliteFile(databaseUrl)
  if (database === null)
    throw new SettingRefused(
      'COLOPHON_SIGNING_KEY is required with PostgreSQL: a private Ed25519 JWK, or its file',
    )
  const place = { file: join(dirname(database), 'signing-key.json'), name: 'COLOPHON_SIGNING_KEY' }
  return readOrMake(place, [])
}

/**
 * The keys of the log's checkpoints: of their own, so that who signs bearers cannot rewrite the log, and the other way
 * round. A site that has a log already goes on signing with the key that it was signed with, beside the new one.
 */
export async function readLogKeys(
  { logKey, databaseUrl }: Settings,
  signingKeys: readonly JWK[],
): Promise<readonly JWK[]> {
  if (logKey !== null) return givenKeys(logKey, 'COLOPHON_LOG_KEY')
  const database = sqliteFile(databaseUrl)
  if (database === null) return signingKeys
  const place = { file: join(dirname(database), 'log-key.json'), name: 'COLOPHON_LOG_KEY' }
  return readOrMake(place, existsSync(database) ? signingKeys : [])
}

function sqliteFile(databaseUrl: string): string | null {
  return databaseUrl.startsWith('sqlite:') ? resolve(databaseUrl.slice('sqlite:'.length)) : null
}

/** A set as it is, or the file that has it. */
function givenKeys(value: string, name: string): JWK[] {
  return parseKeys(value.trimStart().startsWith('{') ? value : readKeyFile({ file: value, name }), name)
}

interface KeyPlace {
  readonly file: string
  /** Of the variable. */
  readonly name: string
}

/** A key that is there is read, and nothing is written: a full disk, or one that cannot be written to, has it too. */
async function readOrMake(place: KeyPlace, former: readonly JWK[]): Promise<JWK[]> {
  if (!existsSync(place.file)) await makeOnce(place.file, former)
  const keys = parseKeys(readKeyFile(place), `the file ${place.file}`)
  removeDrafts(place.file)
  return keys
}

/** Private keys that a killed start wrote and nobody uses. */
function removeDrafts(file: string): void {
  const isDraft = (name: string) =>
    name.startsWith(`${basename(file)}.`) && DRAFT.test(name.slice(basename(file).length))
  try {
    for (const name of readdirSync(dirname(file)).filter(isDraft))
      rmSync(join(dirname(file), name), { force: true })
  } catch {
    // A disk that takes no writes: the next start tries again.
  }
}

const DRAFT = /^\.[0-9a-f]{12}$/

function readKeyFile({ file, name }: KeyPlace): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingRefused(`${name}: the file ${file} cannot be read`, { cause: error })
  }
}

/** Written whole under another name and then linked, so that two processes starting at once agree on one key. */
async function makeOnce(file: string, former: readonly JWK[]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const text = `${JSON.stringify({ keys: [await newSigningKey(), ...former] }, null, 2)}\n`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    // Another process was first, and may have removed this draft too.
    if (!existsSync(file)) throw error
  } finally {
    // Whatever came of it: a private key is not left behind.
    rmSync(draft, { force: true })
  }
}

function parseKeys(text: string, place: string): JWK[] {
  try {
    const parsed = JSON.parse(text) as JWK | { keys: JWK[] }
    const keys = 'keys' in parsed && Array.isArray(parsed.keys) ? parsed.keys : [parsed as JWK]
    if (keys.length > 0 && keys.every(isSigningKey)) return keys
  } catch {
    // Told below, without the text: it is a secret.
  }
  throw new SettingRefused(`${place} must hold a private Ed25519 JWK or a set of them`)
}

/** Throws for what is no key at all. A public part of another key would make bearers that nobody accepts. */
function isSigningKey(key: JWK): boolean {
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return false
  const itself = createPrivateKey({ key: { ...key }, format: 'jwk' })
  return createPublicKey(itself).export({ format: 'jwk' }).x === key.x
}
