import { PROBLEMS } from '../problems.ts'
import { headers, RATES } from './headers.ts'
import type { Json } from './json.ts'

/** A response for each status that a problem may have: its codes, its headers. */
export function problemResponses(schema: unknown): Json {
  const byStatus = new Map<number, string[]>()
  for (const [code, kind] of Object.entries(PROBLEMS))
    byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), code])
  const extra: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    409: ['Retry-After'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      `Problem${status}`,
      {
        description: `Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        headers: headers('X-Request-Id', ...(extra[Number(status)] ?? []), ...RATES),
        content: { 'application/problem+json': { schema } },
      },
    ]),
  )
}
