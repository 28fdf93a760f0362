import type { Operation, OperationId } from '@colophon/contract'
import type { App } from '../app.ts'
import { problem } from '../core/problem.ts'

/** Reads of what a mirror does not hold, or cannot sign. */
const NOT_HELD: Partial<Readonly<Record<OperationId, string>>> = {
  getAttestation: 'A mirror has no key to sign with: ask the site itself, and keep its answer.',
  getSignals: 'A mirror holds no reports of use: ask the site itself.',
}

/** A folder that is served answers reads of what it holds, and nothing else. */
export function refuseOnMirror({ settings }: App, id: OperationId, { method }: Operation): void {
  if (settings.mirror === null) return
  if (method === 'POST')
    throw problem('not_found', 'This is a mirror, which takes no act: send it to the site itself.')
  const why = NOT_HELD[id]
  if (why !== undefined) throw problem('not_found', why)
}
