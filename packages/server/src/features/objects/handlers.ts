import { type AnswerOf, isRevision, type Operations } from '@colophon/contract'
import { listPublications } from '../../catalog/apply-lineage.ts'
import { referenceTo } from '../../catalog/entries.ts'
import type { Handler } from '../../catalog/handler.ts'
import { mediaTypeOf, type ObjectInSite, readBytes, readRevision } from '../../catalog/objects.ts'
import { ok } from '../../command/call.ts'
import { revisionHeaders } from './rules.ts'

type ObjectView = AnswerOf<Operations['getObject']>
type RevisionView = Extract<ObjectView, { is_head: boolean }>
type PlainView = Exclude<ObjectView, { is_head: boolean }>

export const readObject: Handler<'readObject'> = async (app, call) => {
  const { object } = await call.resolveResources(app.storage.read)
  return {
    status: 200,
    body: await readBytes(app, object.sha256),
    headers: {
      sha256: object.sha256,
      'content-type': mediaTypeOf(object),
      'accept-ranges': 'bytes',
      ...revisionHeaders(object, app.settings.contentLicense),
    },
  }
}

export const getObject: Handler<'getObject'> = async (app, call) => {
  const { object } = await call.resolveResources(app.storage.read)
  if (!isRevision(object.kind)) return ok(plainView(object))
  const { meta } = await readRevision(app, object.sha256)
  const view: RevisionView = {
    sha256: object.sha256,
    ...meta,
    references: [...meta.references],
    applicability: meta.applicability,
    observed_at: meta.observed_at,
    refresh_after: meta.refresh_after,
    is_head: object.head_hash === object.sha256,
    retirement_state: object.retirement_state ?? 'active',
    publications: await listPublications(app.storage.read, object.sha256),
    reference: referenceTo(meta, object.sha256, app.ambient.now()),
  }
  return ok(view)
}

function plainView(object: ObjectInSite): PlainView {
  return {
    sha256: object.sha256,
    kind: object.kind as PlainView['kind'],
    topic_id: object.topic_id,
    created_at: object.created_at,
  }
}
