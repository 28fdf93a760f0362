import { imagesIn } from '@colophon/cli/markdown'
import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'

/** Written with the name of a host, or in another way that may leave the server. */
const WITH_HOST = /^(?:https?:)?[/\\]{2}/i
const REMOTE = /^(?:https?:|[/\\]{2})/i
const NUMERIC = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi
const NAMED: Readonly<Record<string, string>> = { '&colon;': ':', '&sol;': '/', '&bsol;': '\\', '&amp;': '&' }

/** Whether a browser would fetch it from somewhere else than the server. Linear in the address. */
function isRemote(written: string, origin: string): boolean {
  const address = decoded(written)
    .replace(/[\t\n\r]/g, '')
    .trim()
  if (!REMOTE.test(address)) return false
  const host = origin.slice(origin.indexOf('//') + 2)
  if (WITH_HOST.test(address) && !address.toLowerCase().includes(host)) return true
  return URL.parse(address, origin)?.origin !== origin
}

function decoded(written: string): string {
  if (!written.includes('&')) return written
  return written
    .replace(/&(?:colon|sol|bsol|amp);/g, (name) => NAMED[name] ?? name)
    .replace(NUMERIC, (_whole, hexadecimal?: string, decimal?: string) =>
      characterOf(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
    )
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const SAYS = 'has an image of another site, which learns who looks at it and may change it.'

/** Images of Markdown: those that the page shows. */
export const imageInMarkdown: Find = (checked) =>
  checked.text.includes('![') ? imagesInMarkdown(checked) : NOTHING

function* imagesInMarkdown({ text, origin }: CheckedText): Generator<Finding> {
  for (const { at, address } of imagesIn(text))
    if (isRemote(address, origin)) yield { at, level: 'notice', says: SAYS }
}

const TAGS = /<(?:img|image|source)[\s/]/i
/** From one tag to the next, so that none is read twice. */
const TAG_BEGINS = /<(?=(?:img|image|source)[\s/])/gi
const WHOLE_TAG = /^(?:"[^"]*"|'[^']*'|[^"'>])*/
const ADDRESS = /[\s/"'](?:src|srcset|href|xlink:href)\s{0,9}=\s{0,9}(?:"([^"]*)|'([^']*)|([^\s"'>]+))/gi

/** Images of HTML, outside of code. */
export const imageInHtml: Find = (checked) => (TAGS.test(checked.text) ? imagesInHtml(checked) : NOTHING)

function* imagesInHtml({ prose, origin }: CheckedText): Generator<Finding> {
  const places = Array.from(prose.matchAll(TAG_BEGINS), ({ index }) => index)
  for (const [turn, at] of places.entries()) {
    const [tag = ''] = WHOLE_TAG.exec(prose.slice(at + 1, places[turn + 1])) ?? []
    const targets = Array.from(tag.matchAll(ADDRESS), ([, one, other, bare]) => one ?? other ?? bare ?? '')
    if (targets.flatMap(candidatesOf).some((target) => isRemote(target, origin)))
      yield { at, level: 'notice', says: SAYS }
  }
}

/** A `srcset` has several addresses, each after a comma; the first is read whole, because it may have one itself. */
function candidatesOf(target: string): string[] {
  return [target, ...target.split(/,\s*/).slice(1)]
}
