import { isInvited, LIST_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../pages/html.ts'
import { allItems } from '../pages/parts/all-items.ts'
import type { ConsolePage, ConsoleVisit, MeAnswer } from './definitions.ts'
import { deskView } from './desk/desk-view.ts'
import { readDesk } from './desk/read-steps.ts'
import { detailLayout, instantView } from './detail-layout.ts'
import { grantsText } from './fields.ts'
import { submissionList } from './submissions/submission-words.ts'
import { taskList } from './tasks/task-words.ts'

/** Of each list: the rest is a link away. */
const SHOWN = 5

/** What is held, what waits for the visitor, and what the credential allows. */
export const overviewPage: ConsolePage = {
  path: '/console',
  async show(visit) {
    const { me } = visit
    return {
      title: 'Console',
      main: detailLayout({
        head: html`<header class="title"><h1>Your desk</h1></header>`,
        margin: me === null ? html`` : credentialView(me, visit),
        isMarginLast: true,
        text: html`${me !== null && isInvited(me.enrollment) ? html`${await heldView(visit)} ${deskView(visit, await readDesk(visit, me))}` : html`<p class="lede">Your credential reads. The console is for invited work.</p>`}
        ${me?.access.can_propose && !me.access.can_curate ? await submissionsView(visit) : null}`,
      }),
    }
  },
}

async function heldView({ api }: ConsoleVisit): Promise<Markup | null> {
  const leased = await allItems((cursor) =>
    api.call('listTasks', { query: { state: 'leased', limit: LIST_LIMITS.largestPage, cursor } }),
  )
  const held = leased.filter(({ leased_to_me }) => leased_to_me)
  if (held.length === 0) return null
  return html`<section aria-labelledby="held">
    <h2 id="held">You hold</h2>
    ${taskList(held)}
  </section>`
}

async function submissionsView({ api }: ConsoleVisit): Promise<Markup> {
  const { items, next_cursor } = await api.call('listSubmissions', { query: { limit: SHOWN } })
  return html`<section aria-labelledby="submissions">
    <h2 id="submissions">Your newest submissions</h2>
    ${items.length === 0 ? html`<p class="quiet">None yet. <a href="/console/write">Write something</a></p>` : submissionList(items)}
    ${next_cursor === null ? null : html`<p><a href="/console/submissions">All submissions</a></p>`}
  </section>`
}

function credentialView(me: MeAnswer, { session }: ConsoleVisit): Markup {
  return html`<section aria-labelledby="credential">
    <h2 id="credential">What your credential allows</h2>
    <dl class="facts">
      <dt>Name</dt>
      <dd><bdi>${me.label}</bdi></dd>
      <dt>Scopes</dt>
      <dd>${me.scopes.join(', ')}</dd>
      <dt>Topics</dt>
      <dd>${grantsText(me.topic_grants)}</dd>
      ${me.access.can_review ? html`<dt>Reviews in</dt> <dd>${grantsText(me.review_grants)}</dd>` : null}
      <dt>Token ends</dt>
      <dd>${instantView(me.expires_at)}</dd>
      <dt>Session ends</dt>
      <dd>${instantView(session.expires_at)}</dd>
    </dl>
    <p><a href="/console/revoke">Revoke this token</a></p>
  </section>`
}
