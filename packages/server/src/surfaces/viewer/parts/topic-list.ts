import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

export type Topic = AnswerOf<Operations['getTopic']>

/** Each under a heading of this level. */
export function topicList(topics: readonly Topic[], heading: 'h2' | 'h3'): Markup {
  return html`<ul class="topics">
    ${topics.map(
      (topic) => html`<li>
        <${heading}><a href=${`/topics/${topic.id}`}>${topic.title}</a></${heading}>
        <p>${topic.summary}</p>
        <p class="facts">${visibilityMark(topic)} ${counts(topic)}</p>
      </li>`,
    )}
  </ul>`
}

/** Said only where it matters: who sees an invited topic should know that others do not. */
export function visibilityMark({ visibility }: Topic): Markup | null {
  return visibility === 'public' ? null : html`<span class="mark invited">Invited</span>`
}

export function counts({ published_counts: { total, reviewed } }: Topic): string {
  return `${total} published ${total === 1 ? 'entry' : 'entries'}, ${reviewed} reviewed`
}
