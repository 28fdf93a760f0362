import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import { sha256Hex } from '../../core/hash.ts'
import { problem } from '../../core/problem.ts'
import { readPage } from './pages.ts'

/**
 * Not in a command: nothing is decided and no row is written. What is stored can be named by its hash only, and
 * stored again at any time.
 */
export const stagePage: Handler<'stagePage'> = async (app, call) => {
  const { brought } = await call.see(app.storage.read)
  requireHash(brought, call.body)
  readPage(call.body)
  return keep(app, brought, call.body)
}

export const stageBlob: Handler<'stageBlob'> = async (app, call) => {
  const { brought } = await call.see(app.storage.read)
  requireHash(brought, call.body)
  return keep(app, brought, call.body)
}

async function keep(app: App, sha256: string, bytes: Uint8Array) {
  await app.blobs.repair(sha256, bytes)
  // What was damaged may have been read and kept.
  app.bytes.delete(sha256)
  return ok({ sha256, bytes: bytes.length })
}

function requireHash(sha256: string, bytes: Uint8Array): void {
  if (sha256Hex(bytes) === sha256) return
  const message = 'is not the SHA-256 of the body'
  throw problem('invalid_request', message, { errors: [{ location: 'path', pointer: 'sha256', message }] })
}
