import { HEADING_PREFIX, linkTarget, type Token } from '@colophon/cli/markdown'
import { escapeHtml } from './visible.ts'

/** How a tag of an author is written; those that are not named here are written as they are, '' is left out. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  center: 'div',
  font: '',
  picture: '',
  source: '',
  strike: 's',
  tt: 'code',
  h1: '',
  h2: '',
  h3: '',
  h4: '',
  h5: '',
  h6: '',
}
const SIDES: Readonly<Record<string, string>> = {
  left: 'left',
  center: 'center',
  middle: 'center',
  right: 'right',
}
const DIRECTIONS = new Set(['ltr', 'rtl', 'auto'])
const NUMBER = /^\d{1,4}$/
/** What is left of an id is what a link can name. */
const ID = /^[^\s:"'<>&][^\s"'<>&]{0,199}$/u

/** The ids of a page: each is given once. */
export interface Ids {
  /** Null for one that is given already. */
  take(name: string): string | null
}

export function createIds(): Ids {
  const taken = new Set<string>()
  return {
    take(name) {
      const id = HEADING_PREFIX + name
      if (!ID.test(name) || taken.has(id)) return null
      taken.add(id)
      return id
    },
  }
}

/** The tag that pages show for a tag of an author, '' for none. */
export function writtenName(name: string): string {
  return WRITTEN_AS[name] ?? name
}

/** An opening or an empty tag, with the attributes that do no harm; images and links are written elsewhere. */
export function openingTag(token: Token, ids: Ids): string {
  const name = writtenName(token.tag)
  if (name === '') return ''
  const isEmpty = token.nesting === 0
  return `<${name}${tagAttributes(token, ids)}${isEmpty ? ' /' : ''}>`
}

/** What is written for an attribute; null for nothing. */
const ATTRIBUTES: Readonly<Record<string, (value: string) => string | null>> = {
  colspan: numberOf,
  dir: (value) => (DIRECTIONS.has(value.toLowerCase()) ? value.toLowerCase() : null),
  height: numberOf,
  open: () => '',
  rowspan: numberOf,
  start: numberOf,
  title: (value) => value,
  width: numberOf,
}

function numberOf(value: string): string | null {
  return NUMBER.test(value) ? value : null
}

/** With a space before each. */
export function tagAttributes(token: Token, ids: Ids): string {
  const written = Object.entries(ATTRIBUTES).flatMap(([name, writtenFor]) => {
    const value = token.attrGet(name)
    const kept = value === null ? null : writtenFor(String(value))
    return kept === null ? [] : [[name, kept] as const]
  })
  const id = idOf(token, ids)
  const classes = classesOf(token)
  if (id !== null) written.push(['id', id])
  if (classes !== '') written.push(['class', classes])
  return written.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
}

function idOf(token: Token, ids: Ids): string | null {
  for (const name of ['id', 'name']) {
    const value = token.attrGet(name)
    const id = value === null ? null : ids.take(String(value))
    if (id !== null) return id
  }
  return null
}

/** Code of HTML is told from code of Markdown: checks read it as prose. */
function classesOf({ tag, attrs }: Token): string {
  const align = attrs?.find(([name]) => name === 'align')?.[1]
  const side = tag === 'center' ? 'center' : SIDES[String(align).toLowerCase()]
  const isCode = tag === 'code' || tag === 'tt'
  return [isCode ? 'written' : '', side ?? ''].filter((name) => name !== '').join(' ')
}

/** Where a link of HTML leads; null for nowhere that a reader should be led to. */
export function hrefOf(token: Token, path: string): ReturnType<typeof linkTarget> {
  const href = token.attrGet('href')
  return href === null ? null : linkTarget(String(href).trim(), path)
}
