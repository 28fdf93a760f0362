/** What is shown has at most 1000 characters: the rest of a long block need not be looked at. */
const LONGEST_MARKUP = 4000

const CODE = /(`+)([^`]|[^`].*?[^`])\1(?!`)/gs
const ESCAPE = /\\([!-/:-@[-`{-~])/g
const COMMENT = /<!--.*?-->/gs
const LINK_TEXT = String.raw`((?:[^[\]]|\[[^[\]]*\])*)`
const IMAGE = new RegExp(String.raw`!\[${LINK_TEXT}\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])?`, 'g')
const LINK = new RegExp(String.raw`\[${LINK_TEXT}\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])`, 'g')
const LABEL = /\[([^[\]]+)\]/g
const DEFINITION = /^ {0,3}\[([^[\]\n]+)\]:/gm
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^<>\s]*|[^<>\s@]+@[^<>\s]+)>/g
const TAG =
  /<\/?(?:a|abbr|b|bdi|big|br|cite|code|del|em|font|h[1-6]|hr|i|img|ins|kbd|mark|p|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)(?:[\s/][^<>]*)?>/gi
const STARS = /(\*+|~~)(?=\S)(.+?)(?<=\S)\1/gs
const UNDERSCORES = /(?<![\p{L}\p{N}_])(_+)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gsu
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip));/gi
const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
  }),
)
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** What a reader sees of a heading or paragraph, as one clean line; `labels` are its file's link labels. */
export function inlineText(markup: string, labels: ReadonlySet<string>): string {
  const kept: string[] = []
  // What is code or escaped is taken out first and put back last, so that nothing in it is read as markup.
  const keep = (text: string) => `\0${kept.push(text) - 1}\0`
  const bare = withoutMarkup(
    markup
      .slice(0, LONGEST_MARKUP)
      .replaceAll('\0', ' ')
      .replace(CODE, (_, _ticks, code: string) => keep(code.trim()))
      .replace(ESCAPE, (_, character: string) => keep(character)),
    labels,
  )
  return cleanLine(bare.replace(/\0(\d+)\0/g, (_, index: string) => kept[Number(index)] ?? ''))
}

/** The labels that a file gives to links: elsewhere `[x]` is just an x in brackets. */
export function linkLabels(source: string): ReadonlySet<string> {
  return new Set(Array.from(source.matchAll(DEFINITION), ([, label = '']) => label.toLowerCase()))
}

/** One line of clean text: white space and what is not allowed in a line become single spaces. */
export function cleanLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

function withoutMarkup(markup: string, labels: ReadonlySet<string>): string {
  const linked = markup
    .replace(COMMENT, ' ')
    .replace(IMAGE, ' ')
    .replace(LINK, '$1')
    .replace(LABEL, (whole, label: string) => withoutLabel(whole, label, labels))
    .replace(AUTOLINK, '$1')
    .replace(TAG, ' ')
  // Twice, for emphasis within emphasis.
  return withoutEmphasis(withoutEmphasis(linked)).replace(ENTITY, readEntity)
}

function withoutLabel(whole: string, label: string, labels: ReadonlySet<string>): string {
  if (label.startsWith('^')) return ''
  return labels.has(label.toLowerCase()) ? label : whole
}

function withoutEmphasis(text: string): string {
  return text.replace(STARS, '$2').replace(UNDERSCORES, '$2')
}

function readEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return ENTITIES.get(name.toLowerCase()) ?? whole
  const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole
}
