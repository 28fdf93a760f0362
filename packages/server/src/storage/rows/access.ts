import type { ClosedLists, PresetName } from '@colophon/contract'

export interface IdentityRow {
  identity_id: string
  /** The site-local pseudonym, random: it cannot be derived from the identity. */
  participant_id: string
  enrollment: ClosedLists['enrollment']
  label: string
  created_at: string
}

export interface TokenRow {
  token_id: string
  identity_id: string
  label: string
  preset: PresetName | null
  scopes: string
  topic_grants: string | null
  review_grants: string | null
  issued_at: string
  /** An identity; `token:` and a token's id for what was given to a client as a part of that token. */
  issued_by: string | null
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  last_used_at: string | null
}

/** A browser session; the cookie itself is not kept. */
export interface SessionRow {
  session_hash: string
  token_id: string
  created_at: string
  expires_at: string
}

/** What a reader used of a UTC day's allowances. */
export interface AllowanceDayRow {
  identity_id: string
  day: string
  commands: number
  signals: number
  feedback: number
}

/** Registrations of an hour's network, of a day, and of all time. */
export interface RegistrationCountRow {
  /** `2026-01-31T09`, `2026-01-31` or `ever`. */
  period: string
  /** The network's keyed hash, which is another each hour; or `site`. */
  subject: string
  registrations: number
}

/**
 * What a client asked for in somebody's browser, and then the code that it got: for a minute each. Secrets are here as
 * their hashes.
 */
export interface AuthorizationRow {
  authorization_id: string
  /** Of the page that asks for consent; another for each page. */
  request_hash: string
  /** Of the cookie of the browser in which the page is. */
  browser_hash: string
  client_id: string
  client_name: string | null
  redirect_uri: string
  state: string | null
  resource: string | null
  code_challenge: string
  scopes: string
  /** The token of which a part is given; null for a new reader. */
  giver_token_id: string | null
  identity_id: string | null
  days: number | null
  code_hash: string | null
  used_at: string | null
  /** What was issued for the code. */
  token_id: string | null
  created_at: string
  expires_at: string
}
