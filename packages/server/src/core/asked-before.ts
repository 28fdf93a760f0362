/** Tells whether it was told a name before, of about as many names as it has places: others take their places. */
export type AskedBefore = (name: string) => boolean

/**
 * Who reads everything once (a crawler, a mirror, an import) asks for each name once: kept, its answers would push out what
 * readers come back to, and grow old in memory only to be thrown away. Two names that share a number are taken for one:
 * what is told here must decide about nothing but speed. `places` is a power of two; four bytes each.
 */
export function createAskedBefore(places: number): AskedBefore {
  const last = new Int32Array(places)
  return (name) => {
    const number = numberOf(name)
    const place = number & (places - 1)
    const isKnown = last[place] === number
    last[place] = number
    return isKnown
  }
}

const [OFFSET_BASIS, PRIME] = [0x811c9dc5, 0x01000193]

/** FNV-1a over UTF-16 code units, as a signed number of 32 bits, its upper half folded into the lower for the place. */
function numberOf(name: string): number {
  let hash = OFFSET_BASIS
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), PRIME)
  return hash ^ (hash >>> 15)
}
