import type { App } from '../app.ts'
import { findIdentity } from '../catalog/tokens.ts'
import { OPERATOR } from '../core/authority.ts'
import { keepIdentity } from '../features/identities/store.ts'
import { dispatchAs, type Outcome } from './dispatch.ts'
import { NO_CREDENTIAL, type Request } from './request.ts'

const identified = new WeakMap<App, Promise<void>>()

/** What the operator's own commands say of a call; the rest is always the same. */
type OperatorRequest = Pick<Request, 'operation' | 'params' | 'query' | 'idempotencyKey'> & {
  readonly body: unknown
}

/** The pipeline for the operator at the machine, without HTTP and without a credential. */
export async function dispatchAsOperator(app: App, request: OperatorRequest): Promise<Outcome> {
  const { body, ...call } = request
  await beIdentified(app)
  return dispatchAs(app, OPERATOR, {
    ...call,
    credential: NO_CREDENTIAL,
    requestId: app.ambient.newId(),
    network: null,
    readBody: async () => body,
  })
}

/** What the operator writes names an author like any other: its identity is a record, made on first need. */
function beIdentified(app: App): Promise<void> {
  const known = identified.get(app) ?? makeIdentity(app)
  identified.set(app, known)
  known.catch(() => identified.delete(app))
  return known
}

async function makeIdentity(app: App): Promise<void> {
  if (await findIdentity(app.storage.read, { id: OPERATOR.identityId })) return
  const row = {
    identity_id: OPERATOR.identityId,
    participant_id: app.ambient.newId(),
    enrollment: OPERATOR.enrollment,
    label: OPERATOR.label,
    created_at: app.ambient.now(),
  }
  await app.storage.write((tx) => keepIdentity(tx, row))
}
