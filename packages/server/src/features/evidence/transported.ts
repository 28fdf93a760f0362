export type Failure =
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'

/** What was found at a locator; null where the transport did not come so far. */
export interface Transported {
  status: number | null
  final_url: string | null
  content_type: string | null
  content_sha256: string | null
  size: number | null
  failure: Failure | null
}

/** Of a row that nothing was fetched for, and of a fetch that has not begun. */
export const NOT_TRANSPORTED: Transported = {
  status: null,
  final_url: null,
  content_type: null,
  content_sha256: null,
  size: null,
  failure: null,
}
