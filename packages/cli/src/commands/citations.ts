/** A citation of an exact revision in a file. */
export interface Citation {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly sha256: string
  /** What the file says that the revision holds: of a link to its words, or in quotation marks beside the link. */
  readonly quotes: readonly string[]
}

/** With or without the address of a server before it; a longer run of digits is no hash. */
const CITATION = /\/objects\/([0-9a-f]{64})(?![0-9A-Za-z])(?:#:~:text=([^\s)>\]"]+))?/g

/** Every `/objects/<hash>` of a text, in its order. */
export function findCitations(file: string, text: string): Citation[] {
  const source = text.replaceAll(/\r\n?/g, '\n')
  let line = 1
  let counted = 0
  return [...source.matchAll(CITATION)].map((found) => {
    const [, sha256 = '', fragment] = found
    line += source.slice(counted, found.index).split('\n').length - 1
    counted = found.index
    const quotes = fragment === undefined ? quotesBefore(source, found.index) : quotesOf(fragment)
    return { file, line, sha256, quotes }
  })
}

/** A text fragment: `[before-,]start[,end][,-behind]`, each part percent-encoded. */
function quotesOf(fragment: string): string[] {
  const parts = fragment.split('&text=').flatMap((directive) => directive.split(','))
  return parts.filter((part) => !part.endsWith('-') && !part.startsWith('-')).flatMap(decoded)
}

function decoded(part: string): string[] {
  try {
    return [decodeURIComponent(part)]
  } catch {
    return []
  }
}

/** How far before a link its quotation begins at most. */
const MOST_CHARACTERS = 2000
/** Fewer words in quotation marks are a name or a title. */
const FEWEST_WORDS = 3
const QUOTED = '"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»'
/** The words of the link itself, or those that end before it. */
const LINKED = new RegExp(`\\[\\s*(?:${QUOTED})\\s*\\]\\(<?$`)
const BESIDE = new RegExp(`(?:${QUOTED})[\\s,.;:()—–-]*(?:\\[[^\\]]*\\]\\(<?|<)?$`)

/** In the same paragraph, right before the link. */
function quotesBefore(source: string, at: number): string[] {
  const window = source.slice(Math.max(0, at - MOST_CHARACTERS), at)
  const paragraph = window.slice(window.lastIndexOf('\n\n') + 1)
  // Without the address of the server.
  const before = paragraph.replace(/https?:\/\/[^\s"“”«»]*$/, '')
  const [, ...quoted] = LINKED.exec(before) ?? BESIDE.exec(before) ?? []
  const words = quoted.find((text) => text !== undefined)
  return words === undefined || words.trim().split(/\s+/).length < FEWEST_WORDS ? [] : [words]
}
