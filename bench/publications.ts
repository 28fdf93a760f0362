import { randomUUID } from 'node:crypto'
import { type Site, submission } from './site.ts'
import { ask, bodyOf, requestBytes, type Wire } from './wire.ts'

/** Submits, finalizes and publishes an article of about two kibibytes in the topic `bench`. */
export async function publishOne(wire: Wire, site: Site): Promise<void> {
  const body = `# An article\n\n${'Words of a body of about two kibibytes. '.repeat(50)}\n`
  const proposal = await postOn(wire, site, {
    path: '/api/v1/submissions',
    body: submission(`/bench/${randomUUID()}`, body),
  })
  const candidate = await postOn(wire, site, {
    path: `/api/v1/submissions/${proposal.proposal_hash}/finalize`,
    body: {},
  })
  await postOn(wire, site, {
    path: `/api/v1/candidates/${candidate.candidate_hash}/publish`,
    body: { mode: 'direct' },
  })
}

async function postOn(
  wire: Wire,
  site: Site,
  { path, body }: { path: string; body: unknown },
): Promise<Record<string, unknown>> {
  const headers = [
    `Authorization: Bearer ${site.token}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${randomUUID()}`,
  ]
  const answer = await ask(wire, requestBytes(`POST ${path}`, headers, JSON.stringify(body)))
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${bodyOf(answer)}`)
  return JSON.parse(bodyOf(answer)) as Record<string, unknown>
}
