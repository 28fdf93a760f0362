import type { Renderer, Token } from '@colophon/cli/markdown'

/** Names that no heading and no author gives: neither begins with a colon. */
const NOTE = 'at-:note-'
const MARK = 'at-:mark-'

/** Footnotes, tasks, alerts and formulas. */
export function noteRules(formulaHtml: (formula: string, isBlock: boolean) => string): Renderer['rules'] {
  const quotes: boolean[] = []
  const notes: number[] = []
  return {
    footnote_ref: (tokens, place) => {
      const { id, subId } = numbersOf(tokens[place])
      const own = `${MARK}${id + 1}${subId > 0 ? `-${subId + 1}` : ''}`
      return `<sup class="note-mark"><a id="${own}" href="#${NOTE}${id + 1}" aria-label="Note ${id + 1}">${id + 1}</a></sup>`
    },
    footnote_reference_open: (tokens, place) => {
      const { id } = numbersOf(tokens[place])
      notes.push(id)
      return id < 0
        ? '<div class="note">'
        : `<div class="note" id="${NOTE}${id + 1}"><span class="note-number">${id + 1}</span>`
    },
    footnote_reference_close: () => {
      const id = notes.pop() ?? -1
      return id < 0
        ? '</div>\n'
        : `<a class="note-back" href="#${MARK}${id + 1}" aria-label="Back to the text">↩</a></div>\n`
    },
    task_mark: (tokens, place) =>
      tokens[place]?.meta?.done === true
        ? '<span class="task" role="img" aria-label="Done">☑</span> '
        : '<span class="task" role="img" aria-label="To do">☐</span> ',
    blockquote_open: (tokens, place, options, _env, renderer) => {
      const alert = tokens[place]?.meta?.alert
      quotes.push(typeof alert === 'string')
      if (typeof alert !== 'string') return renderer.renderToken(tokens, place, options)
      const title = alert.charAt(0).toUpperCase() + alert.slice(1)
      return `<div class="alert alert-${alert}" role="note"><p class="alert-title">${title}</p>\n`
    },
    blockquote_close: () => (quotes.pop() === true ? '</div>\n' : '</blockquote>\n'),
    math_inline: (tokens, place) => formulaHtml(tokens[place]?.content ?? '', false),
    math_block: (tokens, place) => formulaHtml(tokens[place]?.content.trim() ?? '', true),
  }
}

function numbersOf(token: Token | undefined): { id: number; subId: number } {
  return { id: Number(token?.meta?.id ?? -1), subId: Number(token?.meta?.subId ?? 0) }
}
