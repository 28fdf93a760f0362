import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { JWK } from 'jose'
import { SettingRefused } from './config.ts'
import { newSigningKey } from './core/jwt.ts'
import type { Settings } from './settings.ts'

/** The keys of the site; made on the first start beside the SQLite file, never in the database. */
export async function readSigningKeys(settings: Settings): Promise<JWK[]> {
  const { signingKey, databaseUrl } = settings
  if (signingKey !== null)
    return parseKeys(
      signingKey.trimStart().startsWith('{') ? signingKey : readKeyFile(signingKey),
      'COLOPHON_SIGNING_KEY',
    )
  if (!databaseUrl.startsWith('sqlite:'))
    throw new SettingRefused(
      'COLOPHON_SIGNING_KEY is required with PostgreSQL: a private Ed25519 JWK, or its file',
    )
  const file = join(dirname(resolve(databaseUrl.slice('sqlite:'.length))), 'signing-key.json')
  await makeOnce(file)
  return parseKeys(readKeyFile(file), `the file ${file}`)
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingRefused(`COLOPHON_SIGNING_KEY: the file ${file} cannot be read`, { cause: error })
  }
}

/** Written whole under another name and then linked, so that two processes starting at once agree on one key. */
async function makeOnce(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  writeSync(handle, `${JSON.stringify({ keys: [await newSigningKey()] }, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
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
