import type MarkdownIt from 'markdown-it'
import type { StateCore, Token } from 'markdown-it'

/** The kinds of `> [!NOTE]`, as GitHub has them. */
const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'] as const
type Alert = (typeof ALERTS)[number]

const ALERT = /^\[!(\w+)\][ \t]*$/
const TASK = /^\[([ xX])\][ \t]+/

/** A quote that begins with `[!NOTE]` alone in its line is an alert: its opening has the kind in `meta.alert`. */
export function addAlerts(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.push('alerts', ({ tokens }: StateCore) => {
    for (const [place, token] of tokens.entries()) {
      if (token.type !== 'blockquote_open' || tokens[place + 1]?.type !== 'paragraph_open') continue
      const kind = takeAlert(tokens[place + 2]?.children ?? [])
      if (kind === null) continue
      token.meta = { alert: kind }
      if (tokens[place + 2]?.children?.length !== 0) continue
      for (const emptied of [tokens[place + 1], tokens[place + 3]]) if (emptied) emptied.hidden = true
    }
  })
}

function takeAlert(children: Token[]): Alert | null {
  const [first, second] = children
  const [, word = ''] = first?.type === 'text' ? (ALERT.exec(first.content) ?? []) : []
  const kind = ALERTS.find((known) => known === word.toLowerCase()) ?? null
  if (kind === null || (second !== undefined && second.type !== 'softbreak')) return null
  children.splice(0, 2)
  return kind
}

/** `- [x] done`: the mark becomes a token of its own, with `meta.done`. */
export function addTasks(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.push('tasks', (state: StateCore) => {
    for (const [place, token] of state.tokens.entries()) {
      const [first] = token.type === 'inline' ? (token.children ?? []) : []
      if (first?.type !== 'text' || state.tokens[place - 2]?.type !== 'list_item_open') continue
      const [mark, cross] = TASK.exec(first.content) ?? []
      if (mark === undefined) continue
      first.content = first.content.slice(mark.length)
      const task = new state.Token('task_mark', '', 0)
      task.meta = { done: cross !== ' ' }
      token.children?.unshift(task)
    }
  })
}
