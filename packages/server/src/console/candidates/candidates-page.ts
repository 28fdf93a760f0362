import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { filterForm, placeInList, readFilters } from '../filters.ts'
import { CANDIDATE_LIST, candidateAddress, candidateList } from './candidate-words.ts'

export const candidatesPage: ConsolePage = {
  path: CANDIDATE_LIST.path,
  async show({ api, query }) {
    const { path, filters: offered } = CANDIDATE_LIST
    const filters = readFilters(offered, query)
    const { items, next_cursor } = await api.call('listCandidates', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Candidates',
      main: html`<h1>Candidates</h1>
        ${filterForm(path, offered, filters)}
        ${items.length === 0 ? html`<p class="quiet">No candidate matches.</p>` : candidateList(items, placeInList(CANDIDATE_LIST, query))}
        ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier candidates' })}`,
    }
  },
}

const planForm = consoleForm({
  operation: 'createReviewPlan',
  path: '/console/candidates/:candidate_hash/review-plan',
  fields: [],
  done: ({ candidate_hash }) => ({ to: candidateAddress(candidate_hash), notice: 'review_planned' }),
})

export const reviewPlanPage = confirmPage(planForm, async ({ api, params: { candidate_hash = '' } }) => {
  const { title, topic_id } = await api.call('getCandidate', { params: { candidate_hash } })
  const { review_focuses } = await api.call('getPolicy', { params: { id: topic_id } })
  return {
    title: 'Ask for reviews?',
    consequence: `One review task is opened for each focus of the policy: ${review_focuses.join(', ')}. A candidate has one plan.`,
    back: { to: candidateAddress(candidate_hash), words: title },
    filling: { button: 'Open the review tasks' },
  }
})
