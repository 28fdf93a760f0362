import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'

const OPENING = '<!--'
const CLOSING = '-->'

const SAYS = 'has a comment in HTML, which programs read and most pages do not show.'

/** Comments outside of code, also one that never ends: some programs hide it all the same. */
export const htmlComment: Find = (checked) => (checked.text.includes(OPENING) ? commentsOf(checked) : NOTHING)

function* commentsOf({ prose }: CheckedText): Generator<Finding> {
  const last = prose.lastIndexOf(CLOSING)
  for (let at = prose.indexOf(OPENING); at >= 0; ) {
    if (isEscaped(prose, at)) {
      at = prose.indexOf(OPENING, at + 1)
      continue
    }
    yield { at, level: 'notice', says: SAYS }
    const end = at + 2 > last ? at + OPENING.length : prose.indexOf(CLOSING, at + 2) + CLOSING.length
    at = prose.indexOf(OPENING, end)
  }
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charAt(from - 1) === '\\') from -= 1
  return (at - from) % 2 === 1
}
