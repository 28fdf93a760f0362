import { hash } from 'node:crypto'
import { FIELD_LIMITS } from '@colophon/contract'

const SEGMENT = /^[a-z0-9][a-z0-9._-]*$/
const SHORT_HASH = 8

/** A legal path for a file of any name: what is legal stays, the rest is folded to what looks like it. */
export function legalPath(topic: string, relative: string): string {
  const name = relative
    .replace(/\.md$/i, '')
    .split(/[/\\]+/)
    .filter((segment) => !/^\.{0,2}$/.test(segment))
    .map(legalSegment)
    .join('/')
  const space = FIELD_LIMITS.pathCharacters - `/${topic}/`.length
  return `/${topic}/${fit(name || fallback(relative), space, relative)}`
}

function legalSegment(segment: string): string {
  if (SEGMENT.test(segment)) return segment
  const legal = fold(segment)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
  return trimEnd(legal) || fallback(segment)
}

/** Without accents and capitals; also what looks the same on two systems that spell accents differently. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** A loop, because a pattern with `$` takes quadratic time on a long run that is not at the end. */
function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[._/-]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** A name that is cut carries the hash of the whole one, so that two long names stay two. */
function fit(name: string, space: number, whole: string): string {
  if (name.length <= space) return name
  return `${trimEnd(name.slice(0, space - SHORT_HASH - 1))}-${shortHash(whole)}`
}

function fallback(original: string): string {
  return `page-${shortHash(original)}`
}

function shortHash(text: string): string {
  return hash('sha256', text.normalize('NFC'), 'hex').slice(0, SHORT_HASH)
}
