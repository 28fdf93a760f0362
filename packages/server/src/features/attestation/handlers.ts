import { ATTESTATION_LIMITS } from '@colophon/contract'
import { canonicalJson, STATEMENT_TYPE, sealEnvelope } from '@colophon/log'
import type { App } from '../../app.ts'
import { listPublications } from '../../catalog/apply-lineage.ts'
import type { Handler } from '../../catalog/handler.ts'
import { readBytes } from '../../catalog/objects.ts'
import { findPolicy } from '../../catalog/policies.ts'
import { findReviewPlan } from '../../catalog/review-plans.ts'
import { ok } from '../../command/call.ts'
import { notFound } from '../../core/problem.ts'
import { decodeRevision } from '../../text/front-matter.ts'
import { type Attested, statementOf } from './statement.ts'
import { listSoundEvidence } from './store.ts'

/** Of a candidate that was not published there is nothing to state. */
export const getAttestation: Handler<'getAttestation'> = async (app, call) => {
  const db = app.storage.read
  const { base } = await call.resolveResources(db)
  const publication = (await listPublications(db, base.sha256)).at(-1)
  if (publication === undefined) throw notFound()
  const { meta } = decodeRevision(await readBytes(app, base.sha256))
  const statement = statementOf({
    baseUrl: app.settings.baseUrl,
    sha256: base.sha256,
    meta,
    publication,
    review: await reviewOf(app, base.sha256),
    evidence: await listSoundEvidence.all(db, {
      candidate: base.sha256,
      limit: ATTESTATION_LIMITS.evidence,
    }),
  })
  const { payload, signatures } = sealEnvelope(canonicalJson(statement), STATEMENT_TYPE, app.keys.noteSigner)
  return ok({ payload, payloadType: STATEMENT_TYPE, signatures: [...signatures] })
}

async function reviewOf({ storage }: App, candidate: string): Promise<Attested['review']> {
  const plan = await findReviewPlan(storage.read, { candidate })
  const policy = plan === null ? null : await findPolicy(storage.read, { hash: plan.policy_hash })
  return plan === null || policy === null ? null : { plan, policy }
}
