/** A citation of an exact revision in a file. */
export interface Citation {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly sha256: string
}

/** With or without the address of a server before it; a longer run of digits is no hash. */
const CITATION = /\/objects\/([0-9a-f]{64})(?![0-9A-Za-z])/g

/** Every `/objects/<hash>` of a text, in its order. */
export function findCitations(file: string, text: string): Citation[] {
  const lines = text.split(/\r\n|\r|\n/)
  return lines.flatMap((line, index) =>
    [...line.matchAll(CITATION)].map(([, sha256 = '']) => ({ file, line: index + 1, sha256 })),
  )
}
