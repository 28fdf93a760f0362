import type { Reference } from '@colophon/contract'
import type { App } from '../../app.ts'
import { type ObjectInSite, readRevision } from '../../catalog/objects.ts'
import { seeObject } from '../../catalog/seen.ts'
import type { Caller } from '../../core/authority.ts'
import { invalidField, namesNothing } from '../../core/problem.ts'
import type { Db } from '../../storage/storage.ts'
import { externalReference, internalReference, type SubmissionBody } from './rules.ts'

interface Citing {
  db: Db
  caller: Caller
}

/** Checks each reference with the author's eyes: what cannot be read is refused in the same words as what is not there. */
export async function checkReferences(app: App, citing: Citing, body: SubmissionBody): Promise<Reference[]> {
  const checked: Reference[] = []
  for (const [place, given] of (body.references ?? []).entries()) {
    const pointer = `/references/${place}`
    if (given.kind === 'url') checked.push(externalReference(given, pointer))
    else {
      if (!given.sha256) throw invalidField(`${pointer}/sha256`, 'is needed by an internal reference')
      const object = await seeObject(citing.db, citing.caller, given.sha256)
      if (object === null) throw namesNothing(`${pointer}/sha256`)
      checked.push(internalReference(given, await citedRevision(app, object), pointer))
    }
  }
  return checked
}

async function citedRevision(app: App, object: ObjectInSite) {
  if (object.kind !== 'candidate') return null
  return (await readRevision(app, object.sha256)).meta
}
