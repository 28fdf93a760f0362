// Sets, not scripts: Cc is C0, DEL and C1; Zl and Zp are U+2028 and U+2029; Cs matches only lone surrogates.
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u
const NOT_IN_A_TEXT = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\r]]|\r(?!\n)/v
const SOMETHING_TO_SEE = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** One line without control characters, line separators, noncharacters and lone surrogates. */
export function isCleanLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}

/** The same for several lines: tab, newline and CR LF are fine, a CR alone is not. */
export function isCleanText(text: string): boolean {
  return !NOT_IN_A_TEXT.test(text)
}

/** False for white space and for what nobody can see, such as zero-width spaces alone. */
export function hasText(text: string): boolean {
  return SOMETHING_TO_SEE.test(text)
}

/** The form in which a body is stored: CR LF becomes LF, and exactly one newline ends it. */
export function normaliseBody(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  let end = lines.length
  // A loop, because /\n+$/ takes quadratic time on a long run of newlines that is not at the end.
  while (end > 0 && lines[end - 1] === '\n') end -= 1
  return `${lines.slice(0, end)}\n`
}

/** Text limits count Unicode code points. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i += 1) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) length -= 1
  }
  return length
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}
