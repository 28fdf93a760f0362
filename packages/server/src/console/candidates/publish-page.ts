import { type ClosedLists, isPublishedCandidate } from '@colophon/contract'
import { ifThere } from '../../core/problem.ts'
import { html, type Markup } from '../../pages/html.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsoleVisit, consoleForm } from '../definitions.ts'
import type { Option } from '../fields.ts'
import { type CandidateAnswer, candidateAddress } from './candidate-words.ts'

const publishForm = consoleForm({
  operation: 'publishCandidate',
  path: '/console/candidates/:candidate_hash/publish',
  fields: [
    { name: '/expected_head_hash', label: 'Head', control: { kind: 'carried', as: 'text' } },
    {
      name: '/mode',
      label: 'Mode',
      control: { kind: 'choice', options: [], isOpen: true },
      isRequired: true,
    },
    {
      name: '/reason',
      label: 'Reason',
      hint: 'Only an override needs one. The record of the publication keeps it.',
      control: { kind: 'text', rows: 3 },
    },
  ],
  done: ({ content_hash }) => ({ to: candidateAddress(content_hash), notice: 'published' }),
})

const MODES: readonly (Option & { readonly value: ClosedLists['mode'] })[] = [
  { value: 'reviewed', label: 'Reviewed', hint: 'Reviews and evidence cover it, as the policy requires.' },
  { value: 'direct', label: 'Direct', hint: 'Without prior editorial review; this stays visible forever.' },
  { value: 'admin_override', label: 'Override', hint: 'Regardless of reviews; needs a reason.' },
]

/** The modes that the credential has; whether the policy and the reviews allow one is the server's to say. */
export function modesFor(candidate: CandidateAnswer, { me }: Pick<ConsoleVisit, 'me'>): readonly Option[] {
  if (me === null || isPublishedCandidate(candidate.state)) return []
  const { can_curate, can_publish_direct, can_administer } = me.access
  const isOwn = candidate.author === me.label
  const may: Readonly<Record<ClosedLists['mode'], boolean>> = {
    reviewed: can_curate,
    direct: can_curate || (can_publish_direct && isOwn),
    admin_override: can_administer,
  }
  return MODES.filter(({ value }) => may[value])
}

/** The mode that says how a candidate came about, where that is clear: that of covered reviews, or the only one there is. */
function likeliestMode({ coverage }: CandidateAnswer, modes: readonly Option[]): string {
  const fits: Readonly<Record<ClosedLists['mode'], boolean>> = {
    reviewed: coverage.passes === true,
    direct: false,
    admin_override: false,
  }
  const only = modes.length === 1 ? modes[0] : undefined
  return (
    (MODES.find(({ value }) => fits[value] && modes.some((mode) => mode.value === value)) ?? only)?.value ??
    ''
  )
}

export const publishPage = confirmPage(publishForm, async (visit) => {
  const { candidate_hash = '' } = visit.params
  const candidate = await visit.api.call('getCandidate', { params: { candidate_hash } })
  const { publication_modes } = await visit.api.call('getPolicy', { params: { id: candidate.topic_id } })
  const head = await ifThere(visit.api.call('getEntry', { params: { uuid: candidate.entry_id } }))
  const modes = modesFor(candidate, visit).filter(({ value }) =>
    publication_modes.some((mode) => mode === value),
  )
  return {
    title: 'Publish this candidate?',
    consequence: consequence(candidate, head?.content_hash ?? null),
    back: { to: candidateAddress(candidate_hash), words: candidate.title },
    filling: {
      button: 'Publish it',
      values: {
        '/expected_head_hash': head?.content_hash ?? '',
        '/mode': likeliestMode(candidate, modes),
      },
      options: { '/mode': modes },
    },
  }
})

function consequence({ path }: CandidateAnswer, head: string | null): Markup {
  return html`It becomes the head of${' '}
    ${head === null ? html`a new entry at ` : html`the entry at `}<code>${path}</code>${
      head === null
        ? '.'
        : html`, after <a href=${`/revisions/${head}`}><code>${head.slice(0, 12)}</code></a>.`
    }${' '}What is published is never deleted.`
}
