import { html } from '../../pages/html.ts'
import { MODE_LABELS, modeName } from '../../pages/parts/mode-mark.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { topicAddress } from './topics-page.ts'

const policyForm = consoleForm({
  operation: 'setPolicy',
  path: '/console/topics/:id/policy',
  fields: [
    { name: '/expected_policy_hash', label: 'Policy before', control: { kind: 'carried', as: 'text' } },
    {
      name: '/review_focuses',
      label: 'Focuses of review',
      hint: 'One per line; each gets its own review task.',
      control: { kind: 'list', rows: 4 },
      isRequired: true,
    },
    {
      name: '/minimum_evidence',
      label: 'Rows of evidence that a reviewed publication needs',
      control: { kind: 'number' },
      isRequired: true,
    },
    {
      name: '/evidence_ttl_days',
      label: 'Days that a row of evidence counts',
      control: { kind: 'number' },
      isRequired: true,
    },
    {
      name: '/publication_modes',
      label: 'Ways to publish',
      control: {
        kind: 'several',
        options: MODE_LABELS.map((mode) => ({ value: mode, label: modeName(mode) })),
      },
    },
  ],
  done: ({ topic_id }) => ({ to: topicAddress(topic_id), notice: 'policy_set' }),
})

export const policyPage: ConsolePage = {
  path: policyForm.path,
  forms: [policyForm],
  async show(visit) {
    const { id = '' } = visit.params
    const { title } = await visit.api.call('getTopic', { params: { id } })
    const policy = await visit.api.call('getPolicy', { params: { id } })
    return {
      title: `Policy of ${title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${topicAddress(id)}>${title}</a></p>
          <h1>Policy</h1>
          <p class="lede">
            A new policy follows this one, which is kept. Candidates keep the policy under which they were accepted.
          </p>
        </header>
        ${formView(visit, policyForm, {
          values: {
            '/expected_policy_hash': policy.policy_hash,
            '/review_focuses': policy.review_focuses.join('\n'),
            '/minimum_evidence': String(policy.minimum_evidence),
            '/evidence_ttl_days': String(policy.evidence_ttl_days),
            '/publication_modes': policy.publication_modes,
          },
          button: 'Put the policy in force',
        })}`,
    }
  },
}
