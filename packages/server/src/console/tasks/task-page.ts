import { LIST_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { allItems } from '../../pages/parts/all-items.ts'
import { freshnessWords } from '../../pages/parts/freshness-mark.ts'
import { revisionLink, titlesOf } from '../../pages/parts/revision-titles.ts'
import { shortHash } from '../../pages/parts/short-hash.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { detailLayout, instantView } from '../detail-layout.ts'
import type { Option } from '../fields.ts'
import { addressInList } from '../filters.ts'
import { askedView, formView } from '../form-view.ts'
import { listPlaceOf } from '../list-place.ts'
import { curatorLinks } from './curate-task.ts'
import { claimForm, completeForm, releaseForm, renewForm } from './task-forms.ts'
import { kindWords, standing, TASK_LIST, type TaskAnswer, writeAddress } from './task-words.ts'

/** The lease as it stands; the island counts it down and renews it while the page is open. */
export function leaseView(task: TaskAnswer, { app, session }: ConsoleVisit): Markup | null {
  const { task_id, generation, lease_until, leased_to_me } = task
  if (lease_until === null || !leased_to_me) return null
  const seconds = (Date.parse(lease_until) - Date.parse(app.ambient.now())) / 1000
  return html`<p
    class="lease"
    data-task=${task_id}
    data-generation=${generation}
    data-seconds=${Math.floor(seconds)}
    data-full=${app.settings.leaseSeconds}
    data-csrf=${session.csrf_token}
  >
    You hold this task until ${instantView(lease_until)}. <span class="countdown" aria-hidden="true"></span>
    <span role="status"></span>
  </p>`
}

export const taskPage: ConsolePage = {
  path: '/console/tasks/:id',
  forms: [claimForm, renewForm, releaseForm, completeForm],
  islands: ['lease.js'],
  async show(visit) {
    const task = await visit.api.call('getTask', { params: { id: visit.params.id ?? '' } })
    return {
      title: task.title,
      main: detailLayout({
        head: html`<header class="title">
          <p class="eyebrow"><a href=${addressInList(TASK_LIST, listPlaceOf(visit))}>Tasks</a> · ${kindWords(task.kind)}</p>
          <h1>${task.title}</h1>
          <p class="facts">${standing(task)}</p>
        </header>`,
        margin: html`${await factsView(task, visit, await freshnessOf(task, visit))} ${curatorLinks(task, visit)}`,
        isMarginLast: true,
        text: html`<p class="said">${task.brief}</p>
          ${await actsView(task, visit)}`,
      }),
    }
  },
}

/** How the revision holds up that a refresh looks at again: the reason to claim it. */
async function freshnessOf({ content_hash }: TaskAnswer, { api }: ConsoleVisit): Promise<Markup | null> {
  if (content_hash === null) return null
  const { items } = await api.call('getStatus', { query: { sha256: [content_hash] } })
  const words = freshnessWords(items[0]?.freshness ?? null)
  return words && html`<dt>Freshness</dt> <dd>${words}</dd>`
}

async function factsView(task: TaskAnswer, { api }: ConsoleVisit, freshness: Markup | null): Promise<Markup> {
  const topic = await api.call('getTopic', { params: { id: task.topic_id } })
  const titles = await titlesOf(
    api,
    [task.content_hash, task.candidate_hash].filter((hash) => hash !== null),
  )
  return html`<dl class="facts">
    <dt>Topic</dt>
    <dd><a href=${`/topics/${task.topic_id}`}>${topic.title}</a></dd>
    ${task.content_hash === null ? null : html`<dt>Looks again at</dt> <dd>${revisionLink(task.content_hash, titles)}</dd>`}
    ${freshness} ${task.candidate_hash === null ? null : html`<dt>Candidate</dt> <dd><a href=${`/console/candidates/${task.candidate_hash}`}>${titles.get(task.candidate_hash) ?? html`<code>${task.candidate_hash.slice(0, 12)}</code>`}</a></dd>`}
    ${task.suggestion_id === null ? null : html`<dt>Suggestion</dt> <dd><a href=${`/console/suggestions/${task.suggestion_id}`}>the suggestion that it answers</a></dd>`}
    ${task.artifact_hash === null ? null : html`<dt>Completed with</dt> <dd>${shortHash(task.artifact_hash, null)}</dd>`}
    ${
      task.prerequisites.length === 0
        ? null
        : html`<dt>After</dt>
            ${task.prerequisites.map((id) => html`<dd><a href=${`/console/tasks/${id}`}><code>${id}</code></a></dd>`)}`
    }
    <dt>Opened</dt>
    <dd>${instantView(task.created_at)}</dd>
  </dl>`
}

/** What the answer says that the visitor can do now. */
async function actsView(task: TaskAnswer, visit: ConsoleVisit): Promise<Markup | null> {
  if (task.can_claim) return formView(visit, claimForm, { button: 'Claim this task' })
  if (!task.leased_to_me) return null
  const values = { '/generation': String(task.generation) }
  const proposals = await proposalsFor(task, visit)
  return html`<section aria-labelledby="held">
    <h2 id="held">While you hold it</h2>
    ${leaseView(task, visit)}
    <p><a class="button main" href=${writeAddress(task)}>Write the proposal</a></p>
    ${
      proposals.length === 0
        ? html`<p class="quiet">Submit a proposal for it to complete it.</p>`
        : formView(visit, completeForm, {
            values: { ...values, '/artifact_hash': proposals[0]?.value ?? '' },
            options: { '/artifact_hash': proposals },
            button: 'Complete the task',
          })
    }
    <div class="side-by-side">
      ${formView(visit, renewForm, { values, button: 'Renew the lease', isMinor: true })}
      ${askedView(visit, releaseForm, {
        values,
        button: 'Give it back',
        consequence: 'Another author can claim it then. What you submitted for it stays.',
      })}
    </div>
  </section>`
}

/** The submissions that were made for this task under this lease: none is older than the task. */
async function proposalsFor(task: TaskAnswer, { api }: ConsoleVisit): Promise<Option[]> {
  const wanted = { topic: task.topic_id, limit: LIST_LIMITS.largestPage }
  const newer = await allItems(
    (cursor) => api.call('listSubmissions', { query: { ...wanted, cursor } }),
    ({ created_at }) => created_at < task.created_at,
  )
  return newer
    .filter(({ task_id, task_generation }) => task_id === task.task_id && task_generation === task.generation)
    .map(({ proposal_hash, title }) => ({
      value: proposal_hash,
      label: `${title} (${proposal_hash.slice(0, 12)})`,
    }))
}
