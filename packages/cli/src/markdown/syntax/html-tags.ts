/** A tag of an author that pages show as a tag. */
export interface HtmlTag {
  readonly name: string
  readonly isClosing: boolean
  /** Those that do no harm, as they were written. */
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** How many characters of the source it takes. */
  readonly length: number
}

const INLINE = new Set(
  `a abbr b bdi bdo br cite code del dfn em font i img ins kbd mark picture q ruby rt rp s samp small source span strike strong
  sub sup tt u var wbr`.split(/\s+/),
)
const BLOCKS = new Set(
  `blockquote caption center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot
  th thead tr ul`.split(/\s+/),
)
const EMPTY = new Set(['br', 'hr', 'img', 'source', 'wbr'])
/** Where alone a tag means something, by its name. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  caption: new Set(['table']),
  dd: new Set(['dl']),
  dt: new Set(['dl']),
  figcaption: new Set(['figure']),
  li: new Set(['ol', 'ul']),
  rp: new Set(['ruby']),
  rt: new Set(['ruby']),
  summary: new Set(['details']),
  tbody: new Set(['table']),
  td: new Set(['tr']),
  tfoot: new Set(['table']),
  th: new Set(['tr']),
  thead: new Set(['table']),
  tr: new Set(['table', 'tbody', 'tfoot', 'thead']),
}
const OF_ALL = ['id', 'name', 'title', 'dir', 'align']
const OF_TAG: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  details: ['open'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}

const LONGEST_TAG = 4000
const TAG =
  /^<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z_:@][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/i
const ATTRIBUTE = /([a-z_:@][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi

/** The tag that stands at a place; null for what is none, or none that pages show. */
export function htmlTagAt(source: string, at: number): HtmlTag | null {
  const found = TAG.exec(source.slice(at, at + LONGEST_TAG))
  if (found === null) return null
  const [whole, slash, written = '', attributes = ''] = found
  const name = written.toLowerCase()
  if (!INLINE.has(name) && !BLOCKS.has(name)) return null
  return { name, isClosing: slash === '/', attributes: attributesOf(name, attributes), length: whole.length }
}

function attributesOf(name: string, written: string): [string, string][] {
  const wanted = [...OF_ALL, ...(OF_TAG[name] ?? [])]
  const kept = new Map<string, string>()
  for (const [, key = '', one, other, bare] of written.matchAll(ATTRIBUTE)) {
    const known = key.toLowerCase()
    // As browsers do: of two attributes of one name the first counts.
    if (wanted.includes(known) && !kept.has(known)) kept.set(known, one ?? other ?? bare ?? '')
  }
  return [...kept]
}

export function isBlockTag(name: string): boolean {
  return BLOCKS.has(name)
}

/** It has no end. */
export function isEmptyTag(name: string): boolean {
  return EMPTY.has(name)
}

/** Whether a tag may stand directly in what is open; `parent` is '' where that is no HTML of the author. */
export function mayStandIn(name: string, parent: string): boolean {
  return PARENTS[name]?.has(parent) ?? true
}
