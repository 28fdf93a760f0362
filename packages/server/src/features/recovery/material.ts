import { PageRefused, type RecoveryPage, readRecoveryPage } from '@colophon/contract'
import type { App } from '../../app.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { sha256Hex } from '../../core/hash.ts'
import { invalidField, Problem, problem } from '../../core/problem.ts'
import { JsonRefused, parseStrictJson } from '../../core/strict-json.ts'
import { BlobAltered } from '../../storage/blobs/blob-store.ts'

/** Reads a page that came from elsewhere: only the one way to write it is accepted. */
export function readPage(bytes: Uint8Array): RecoveryPage {
  const value = parse(bytes)
  if (canonicalJson(value) !== Buffer.from(bytes).toString('utf8'))
    throw invalidField('', 'is not in the form of RFC 8785')
  try {
    return readRecoveryPage(value)
  } catch (error) {
    if (error instanceof PageRefused) throw invalidField(error.pointer, error.message)
    throw error
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw problem('invalid_json', `The page is not acceptable JSON: ${error.message}.`, {}, error)
  }
}

/** Bytes as the store has them now, never from memory; null where they are missing or have another hash. */
async function findSound(app: App, sha256: string): Promise<Uint8Array | null> {
  const bytes = await app.blobs.get(sha256).catch((error: unknown) => {
    if (error instanceof BlobAltered) return null
    throw error
  })
  return bytes !== null && sha256Hex(bytes) === sha256 ? bytes : null
}

/** The bytes of each, or the one problem that names all of them that are missing or altered. */
export async function requireSound(app: App, hashes: readonly string[]): Promise<Uint8Array[]> {
  const found = await Promise.all(hashes.map((sha256) => findSound(app, sha256)))
  const missing = hashes.filter((_sha256, place) => found[place] === null)
  if (missing.length > 0)
    throw problem(
      'blobs_missing',
      `Missing or altered: ${missing.length}. Preload what \`missing\` names and repeat the step.`,
      { missing },
    )
  return found.filter((bytes) => bytes !== null)
}

/** A page that a manifest leads to. What has the right hash and the wrong form cannot be repaired. */
export async function requirePage(app: App, sha256: string): Promise<RecoveryPage> {
  const [bytes = new Uint8Array()] = await requireSound(app, [sha256])
  try {
    return readPage(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw unusable(`The page ${sha256}`, error.facts.errors?.[0]?.message ?? error.message)
  }
}

/** Material that is what its hash says, and cannot be restored all the same. */
export function unusable(what: string, why: string, cause?: unknown): Problem {
  return problem('invalid_state', `${what} ${why}.`, {}, cause)
}
