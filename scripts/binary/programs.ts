import { getRawAsset } from 'node:sea'
import { brotliDecompressSync } from 'node:zlib'

/** The JavaScript of the command, a thread or a process, as the build put it into the executable. */
export function readProgram(name: string): string {
  return brotliDecompressSync(new Uint8Array(getRawAsset(`programs/${name}`))).toString()
}
