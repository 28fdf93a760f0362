import type { RenderedText } from './render-markdown.ts'

/** A rendered text as pages have it: its HTML as the bytes that are sent. */
export interface SetText extends Omit<RenderedText, 'html'> {
  /** In UTF-8. */
  readonly html: Uint8Array
}

const LENGTH_BYTES = 4

/**
 * A text as one piece of bytes, made in the process that rendered it and kept as it comes: the length of what is said of it in JSON,
 * that, and the HTML, which the main thread need neither read nor write again.
 */
export function packText({ html, ...about }: RenderedText): Uint8Array {
  const said = Buffer.from(JSON.stringify(about))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(said.length)
  return Buffer.concat([length, said, Buffer.from(html)])
}

/** What `packText` made; the HTML is a part of the same bytes. */
export function unpackText(packed: Uint8Array): SetText {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const html = LENGTH_BYTES + bytes.readUInt32BE()
  const about = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, html)) as Omit<RenderedText, 'html'>
  return { ...about, html: bytes.subarray(html) }
}
