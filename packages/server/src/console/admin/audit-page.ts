import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { inAdminSection } from './admin-section.ts'

type AuditRecord = AnswerOf<Operations['listAudit']>['items'][number]

const PATH = '/console/admin/audit'

export const auditPage: ConsolePage = {
  path: PATH,
  async show(visit) {
    const { items, next_cursor } = await visit.api.call('listAudit', {
      query: { cursor: visit.query.cursor },
    })
    return inAdminSection(visit, PATH, {
      title: 'Audit',
      main: html`<h1>Audit</h1>
        <p class="quiet">Who did what to what, newest first.</p>
        <ol class="records">
          ${items.map(recordView)}
        </ol>
        ${nextPage(PATH, { cursor: next_cursor, words: 'Earlier records' })}`,
    })
  },
}

function recordView({ at, actor_label, action, target, topic_id, reason }: AuditRecord): Markup {
  return html`<li>
    <p><strong>${wordsOf(action)}</strong> by <bdi>${actor_label}</bdi>${topic_id === null ? null : `, in ${topic_id}`}</p>
    ${reason === null ? null : html`<p class="said">${reason}</p>`}
    <p class="facts">${instantView(at)} ${target === null ? null : html`<code>${target}</code>`}</p>
  </li>`
}

/** The operation's name, in words: `issueToken` is said as "Issue token". */
function wordsOf(action: string): string {
  const words = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
