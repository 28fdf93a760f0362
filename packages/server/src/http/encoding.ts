import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BYTE_LIMITS } from '@colophon/contract'
import type { Encoding } from '../storage/blobs/bytes-cache.ts'

/** What a list such as `br;q=0.5, gzip` asks for, with the weight of each. */
function readPreferences(header: string): Map<string, number> {
  return new Map(header.split(',').map(readPreference))
}

function readPreference(text: string): [string, number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((part) => part.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}

/** The other forms in which something here is told. */
const PLAIN = ['application/json', 'application/problem+json', 'text/markdown', 'text/plain']

/** Does the client name HTML, and none of our other forms before it? A browser does; what takes anything does not. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || prefersMarkdown(accept)) return false
  const asked = readPreferences(accept)
  const html = asked.get('text/html') ?? 0
  return html > 0 && PLAIN.every((type) => (asked.get(type) ?? 0) <= html)
}

/** Does the client name Markdown, and HTML not before it? No browser does. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/markdown/i.test(accept)) return false
  const asked = readPreferences(accept)
  const markdown = asked.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (asked.get('text/html') ?? 0)
}

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

/** Does If-None-Match name this tag, by weak comparison? */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag || header.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}
