import { type AnswerOf, type Operations, TOKEN_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { type ConsolePage, consoleForm, type PageContent } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { type Field, grantsText } from '../fields.ts'
import { formView } from '../form-view.ts'
import { inAdminSection } from './admin-section.ts'
import { PRESET_OPTIONS, TOKENS } from './tokens-page.ts'

type IssuedTokenAnswer = AnswerOf<Operations['issueToken']>

const STAR = '*'
const BY_SCOPES = { value: '', label: 'Only the scopes chosen below' }

const SCOPES: Field = {
  name: '/scopes',
  label: 'Scopes, instead of one of the above',
  control: {
    kind: 'several',
    isLeftOutEmpty: true,
    options: [
      { value: 'propose', label: 'Propose' },
      { value: 'publish_direct', label: 'Publish directly' },
      { value: 'review', label: 'Review' },
      { value: 'curate', label: 'Curate' },
      { value: 'admin', label: 'Administer' },
    ],
  },
}

const IDENTITY: Field = {
  name: '/identity_id',
  label: 'Another token of this identity',
  hint: 'Its id; empty for a new identity.',
  control: { kind: 'line' },
}

const FIELDS: readonly Field[] = [
  {
    name: '/label',
    label: 'Name',
    hint: 'The holder’s name: it appears beside what they write and decide.',
    control: { kind: 'line' },
    isRequired: true,
  },
  {
    name: '/preset',
    label: 'What it allows',
    control: { kind: 'choice', options: [...PRESET_OPTIONS, BY_SCOPES], isOpen: true },
  },
  {
    name: '/topic_grants',
    label: 'Topics',
    hint: 'One per line, as in its address; * alone means every topic, empty means none.',
    control: { kind: 'list', rows: 3, hasStar: true },
  },
  {
    name: '/review_grants',
    label: 'Topics to review in',
    hint: 'One per line; * alone means every topic, empty means none.',
    control: { kind: 'list', rows: 3, hasStar: true },
  },
  {
    name: '/expires_in_days',
    label: 'Days until it ends',
    hint: `At most ${TOKEN_LIMITS.largestDays}.`,
    control: { kind: 'number' },
  },
  {
    name: 'seldom',
    label: 'Seldom needed',
    control: { kind: 'together', isFolded: true, fields: [SCOPES, IDENTITY] },
  },
]

const issueForm = consoleForm({
  operation: 'issueToken',
  path: '/console/admin/tokens/new',
  fields: FIELDS,
  done: (issued, visit) => inAdminSection(visit, TOKENS, issuedContent(issued)),
})

export const issueTokenPage: ConsolePage = {
  path: issueForm.path,
  forms: [issueForm],
  show: (visit) =>
    inAdminSection(visit, TOKENS, {
      title: 'Issue a token',
      main: html`<h1>Issue a token</h1>
        ${formView(visit, issueForm, {
          values: {
            '/preset': 'contributor',
            '/topic_grants': STAR,
            '/expires_in_days': String(TOKEN_LIMITS.defaultDays),
          },
          button: 'Issue the token',
        })}`,
    }),
}

/** The bearer is in this page and nowhere else: it is not kept, and no address shows it again. */
function issuedContent(issued: IssuedTokenAnswer): PageContent {
  const { token, label, scopes, topic_grants, review_grants, expires_at, token_id } = issued
  return {
    title: 'The token is issued',
    main: html`<h1>The token of <bdi>${label}</bdi></h1>
      ${token === null ? shownBefore() : issuedTokenView(token)}
      <dl class="facts">
        <dt>Scopes</dt>
        <dd>${scopes.join(', ')}</dd>
        <dt>Topics</dt>
        <dd>${grantsText(topic_grants)}</dd>
        <dt>Reviews in</dt>
        <dd>${grantsText(review_grants)}</dd>
        <dt>Ends</dt>
        <dd>${instantView(expires_at)}</dd>
        <dt>Token</dt>
        <dd><code>${token_id}</code></dd>
      </dl>
      <p><a href=${TOKENS}>All tokens</a></p>`,
  }
}

function issuedTokenView(token: string): Markup {
  return html`<p class="done" role="status">
      The token is issued. Copy its bearer now: it is shown this once, and is kept nowhere.
    </p>
    <h2>Bearer</h2>
    <p class="bearer"><code id="bearer">${token}</code></p>
    <p class="acts"><button type="button" class="main" data-copies="bearer" hidden>Copy the bearer</button></p>`
}

function shownBefore(): Markup {
  return html`<p class="refusal" role="alert">
    This form was sent before, and the token was issued then. Its bearer was shown in that answer and cannot be
    shown again: if it is lost, revoke this token and issue another.
  </p>`
}
