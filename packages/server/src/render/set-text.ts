import { pack, unpack } from './packed.ts'
import type { RenderedText } from './render-markdown.ts'

/** A rendered text as pages have it: its HTML as the bytes that are sent. */
export interface SetText extends Omit<RenderedText, 'html'> {
  /** In UTF-8. */
  readonly html: Uint8Array
}

/** In the process that rendered it, so that the main thread need neither read the HTML nor write it again. */
export function packText({ html, ...about }: RenderedText): Uint8Array {
  return pack(about, Buffer.from(html))
}

/** What `packText` made. */
export function unpackText(packed: Uint8Array): SetText {
  const { about, bytes } = unpack(packed)
  return { ...(about as Omit<RenderedText, 'html'>), html: bytes }
}
