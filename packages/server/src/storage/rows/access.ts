export interface IdentityRow {
  identity_id: string
  /** The site-local pseudonym, random: it cannot be derived from the identity. */
  participant_id: string
  enrollment: string
  label: string
  created_at: string
}

export interface TokenRow {
  token_id: string
  identity_id: string
  label: string
  preset: string | null
  scopes: string
  topic_grants: string | null
  review_grants: string | null
  issued_at: string
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
