const LENGTH_BYTES = 4

/**
 * Bytes with what is said of them as one piece, so that another process can send both, and a cache keep them, and nobody reads the bytes:
 * the length of what is said in JSON, that, and the bytes. Its buffer has nothing else in it.
 */
export function pack(about: unknown, bytes: Uint8Array): Uint8Array {
  const said = Buffer.from(JSON.stringify(about))
  const packed = new Uint8Array(LENGTH_BYTES + said.length + bytes.length)
  new DataView(packed.buffer).setUint32(0, said.length)
  packed.set(said, LENGTH_BYTES)
  packed.set(bytes, LENGTH_BYTES + said.length)
  return packed
}

/** What `pack` made; the bytes are a part of the same buffer. */
export function unpack(packed: Uint8Array): { readonly about: unknown; readonly bytes: Uint8Array } {
  const buffer = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const start = LENGTH_BYTES + buffer.readUInt32BE()
  return {
    about: JSON.parse(buffer.toString('utf8', LENGTH_BYTES, start)),
    bytes: packed.subarray(start),
  }
}
