import { RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'

export const getCapacity: Handler<'getCapacity'> = async (app) => {
  const { storage } = app
  const { kinds, rows } = await storage.counts()
  const total = (field: 'count' | 'bytes') => kinds.reduce((sum, kind) => sum + kind[field], 0)
  return ok({
    objects: { count: total('count'), bytes: total('bytes'), kinds: [...kinds] },
    database_bytes: await storage.size(),
    free_bytes: await storage.free(),
    rows,
    limits: limitsOf(app),
  })
}

/** Those that an operator sets, and how many snapshots there may be. */
function limitsOf({ settings }: App): Record<string, number> {
  const named = Object.entries(settings.limits).map(([name, limit]) => [snakeCase(name), limit])
  return {
    ...Object.fromEntries(named),
    lease_seconds: settings.leaseSeconds,
    snapshots: RECOVERY_LIMITS.snapshots,
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
