import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BYTE_LIMITS } from '@colophon/contract'
import type { Encoding } from '../../storage/blobs/bytes-cache.ts'
import { readPreferences } from './preferences.ts'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** The encoding that the client asks for and that is worth it; null for plain bytes. */
export function chooseEncoding(header: string | string[] | undefined, size: number): Encoding | null {
  if (typeof header !== 'string' || size <= BYTE_LIMITS.compressFrom) return null
  const asked = readPreferences(header)
  const weight = (name: string) => asked.get(name) ?? asked.get('*') ?? 0
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br'
  return weight('gzip') > 0 ? 'gzip' : null
}

/** Compresses off the main thread. The bytes are a copy: what zlib answers holds 16 KB of memory, however short. */
export async function encodeBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return new Uint8Array(await (encoding === 'gzip' ? asGzip(bytes, { level: GZIP_LEVEL }) : toBrotli(bytes)))
}

function toBrotli(bytes: Uint8Array): Promise<Uint8Array> {
  return asBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
