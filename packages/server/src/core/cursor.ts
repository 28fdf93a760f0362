import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const LONGEST_CURSOR = 2000

/** The cursor was not made here, or not for this caller, route and filters. */
export class CursorRefused extends Error {
  override name = 'CursorRefused'
}

/**
 * An opaque, encrypted and authenticated position in a list. `binding` names the route, the filters and what
 * the caller may see, and only the same binding opens it again.
 *
 * It is deterministic, so that equal pages have equal bytes and tags: the initialisation vector is made
 * from what is sealed, and repeats only where the whole cursor does.
 */
export function sealCursor(key: Uint8Array, binding: string, position: unknown): string {
  const keys = cursorKeys(key)
  const plain = canonicalJson(position)
  const iv = syntheticIv(keys.iv, binding, plain)
  const cipher = createCipheriv(CIPHER, keys.cipher, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const cursor = sealed.toString('base64url')
  if (cursor.length > LONGEST_CURSOR) throw new RangeError('the position is too long for a cursor')
  return cursor
}

export function openCursor(key: Uint8Array, binding: string, cursor: string): unknown {
  const sealed = decodeCursor(cursor)
  const keys = cursorKeys(key)
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(CIPHER, keys.cipher, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(binding))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES))
  return JSON.parse(`${plain}${authenticate(decipher)}`)
}

/** A key for one purpose (HKDF, RFC 5869): what is learnt about one says nothing about another. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, KEY_BYTES))
}

interface CursorKeys {
  cipher: KeyObject
  iv: KeyObject
}

/** Made once for each key: the derivation, and taking a key over from bytes, cost more than the rest of a cursor. */
const derived = new WeakMap<Uint8Array, CursorKeys>()

function cursorKeys(key: Uint8Array): CursorKeys {
  const known = derived.get(key)
  if (known !== undefined) return known
  const derive = (purpose: string) => createSecretKey(deriveKey(key, purpose))
  const keys = { cipher: derive('cursor cipher'), iv: derive('cursor iv') }
  derived.set(key, keys)
  return keys
}

function syntheticIv(key: KeyObject, binding: string, plain: string): Buffer {
  // The length keeps two bindings from meeting where the position moves across the border.
  const text = `${binding.length}:${binding}${plain}`
  return createHmac('sha256', key).update(text).digest().subarray(0, IV_BYTES)
}

/** The decoder skips padding, other alphabets and loose bits: only the spelling that `seal` writes passes. */
function decodeCursor(cursor: string): Buffer {
  if (cursor.length > LONGEST_CURSOR) throw new CursorRefused('too long')
  const sealed = Buffer.from(cursor, 'base64url')
  if (sealed.toString('base64url') !== cursor) throw new CursorRefused('not base64url')
  if (sealed.length <= IV_BYTES + TAG_BYTES) throw new CursorRefused('too short')
  return sealed
}

function authenticate(decipher: { final: () => Buffer }): Buffer {
  try {
    return decipher.final()
  } catch (cause) {
    throw new CursorRefused('changed, or made for another list', { cause })
  }
}
