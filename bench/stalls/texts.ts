import { BYTE_LIMITS } from '@colophon/contract'

const ROOM = BYTE_LIMITS.articleBody - 64

function filled(part: string, { before = '', after = '' } = {}): string {
  const room = ROOM - Buffer.byteLength(before) - Buffer.byteLength(after)
  return `${before}${part.repeat(Math.floor(room / Buffer.byteLength(part)))}${after}\n`
}

/** Words of a vocabulary without an end: each is new to an index. */
function words(): string {
  const made: string[] = []
  for (let n = 0, bytes = 0; bytes < ROOM - 32; n += 1) {
    const word = `w${n.toString(36)}${n % 12 === 11 ? '.\n\n' : ''}`
    made.push(word)
    bytes += word.length + 1
  }
  return `${made.join(' ')}\n`
}

/** Bodies of the largest size that each make something long: lines, blocks, marks, words. */
export const TEXTS: Readonly<Record<string, string>> = {
  'short lines': filled('a\n'),
  headings: filled('# a\n'),
  'table rows': filled('|1|2|\n', { before: '|a|b|\n|-|-|\n' }),
  'quotes in quotes': filled(`${'>'.repeat(60)} a\n`),
  emphasis: filled('*a_ '),
  'open links': filled('[a]('),
  images: filled('![a](http://x.y/z.png) '),
  comments: filled('<!-- a -->\n'),
  code: filled('const a = { b: 1 } // e\n', { before: '```js\n', after: '```' }),
  'one line': filled('a'),
  'hidden characters': filled('\u200b\u202eа'),
  'new words': words(),
}
