import type { Json } from './hoist.ts'

const header = (description: string, schema: Json = { type: 'string' }) => ({ description, schema })

/** Every header that answers have, by its name. */
export const HEADERS: Json = {
  'X-Request-Id': header('The id of this request, as in a problem’s `request_id`.', {
    type: 'string',
    format: 'uuid',
  }),
  ETag: header('Entity tag; send it back as `If-None-Match`.'),
  'Cache-Control': header(
    'Public answers may be kept a short time; anything with a credential is `private, no-store`.',
  ),
  Vary: header('`Authorization, Cookie` and, where it applies, `Accept-Encoding`.'),
  Link: header(
    'RFC 8288 links: the next page of a list, the neighbours of a revision (RFC 5829), its licence and how to cite it.',
  ),
  'Repr-Digest': header('RFC 9530 digest of the plain bytes.'),
  'Accept-Ranges': header('`bytes`: `Range` can ask for a part.'),
  'Content-Range': header(
    'Where a part stands in the object; of a range outside it the length alone: `bytes */N`.',
  ),
  'Content-Digest': header('RFC 9530 digest of the bytes of this answer.'),
  Deprecation: header('RFC 9745: since when the revision is retired.'),
  'Idempotency-Replayed': header(
    '`true` when this is the stored outcome of an earlier request with the same key.',
  ),
  'RateLimit-Policy': header('A reader’s daily allowances (draft-ietf-httpapi-ratelimit-headers).'),
  RateLimit: header(
    'What is left of a reader’s daily allowances, and the seconds until they are whole again.',
  ),
  'Set-Cookie': header('The cookie of a browser session.'),
  'Retry-After': header('Seconds to wait.', { type: 'integer' }),
  'WWW-Authenticate': header('`Bearer`.'),
}

/** On every answer to a reader with allowances. */
export const RATES = ['RateLimit-Policy', 'RateLimit']

/** References to the headers of these names. */
export function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
