import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LINEAGE_LIMITS } from '@colophon/contract'
import type { App } from '../packages/server/src/app.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { ANONYMOUS, type Caller, OPERATOR } from '../packages/server/src/core/authority.ts'
import { newSigningKey } from '../packages/server/src/core/jwt.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { dispatchAs } from '../packages/server/src/pipeline/dispatch.ts'
import { NO_CREDENTIAL } from '../packages/server/src/pipeline/request.ts'
import { median, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { fillLineage } from './lineage/fill.ts'

const ROUNDS = 60
/** Roots that the code is warmed up on. */
const WARM = 20

async function ask(app: App, caller: Caller, root: string) {
  const outcome = await dispatchAs(app, caller, {
    operation: 'getLineage',
    params: { sha256: root },
    query: { depth: String(LINEAGE_LIMITS.largestDepth), limit: String(LINEAGE_LIMITS.largestNodes) },
    credential: NO_CREDENTIAL,
    idempotencyKey: null,
    requestId: randomUUID(),
    network: null,
    readBody: async () => ({}),
  })
  return outcome.body as { nodes: unknown[]; edges: unknown[]; edges_scanned: number; truncated: boolean }
}

async function measure(app: App, caller: Caller, roots: readonly string[]) {
  const times: number[] = []
  const busy: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (const root of roots.slice(0, WARM)) await ask(app, caller, root)
  let last = { nodes: [] as unknown[], edges: [] as unknown[], edges_scanned: 0 }
  delay.enable()
  for (const root of roots.slice(WARM, WARM + ROUNDS)) {
    const before = process.threadCpuUsage()
    const start = performance.now()
    last = await ask(app, caller, root)
    times.push(performance.now() - start)
    const used = process.threadCpuUsage(before)
    busy.push((used.user + used.system) / 1000)
  }
  delay.disable()
  const size = `${last.nodes.length} nodes, ${last.edges.length} edges, ${last.edges_scanned} scanned`
  return {
    time: median(times),
    busy: median(busy),
    worst: Math.max(...times),
    stall: delay.max / 1e6 - 1,
    size,
  }
}

/**
 * The worst allowed requests of lineage on a large site, each from a root that was not asked for before, and
 * how long other requests would have waited meanwhile.
 */
await inFolder(async (folder) => {
  const settings = {
    ...readSettings({}),
    databaseUrl: process.env.COLOPHON_BENCH_DATABASE ?? `sqlite:${join(folder, 'colophon.db')}`,
    signingKey: JSON.stringify(await newSigningKey()),
    logLevel: 'silent' as const,
  }
  const { app, close } = await createApp(settings)
  const site = await fillLineage(app)
  const curator: Caller = { ...OPERATOR, via: 'bearer' }
  const cases = [
    ['anonymous, from a policy', ANONYMOUS, site.policies],
    ['anonymous, from a revision', ANONYMOUS, site.middles],
    ['curator, from a policy', curator, site.policies],
    ['curator, from a revision', curator, site.middles],
  ] as const
  const figures = []
  for (const [what, caller, roots] of cases) {
    const { time, busy, worst, stall, size } = await measure(app, caller, roots)
    figures.push({
      what: `Lineage of depth 16 and 1,000 nodes, ${what}`,
      measured: `${time.toFixed(1)} ms, ${busy.toFixed(1)} ms of them busy (worst ${worst.toFixed(1)} ms)`,
      beside: size,
      ratio: `longest stall ${stall.toFixed(1)} ms`,
      target: '12 ms',
    })
  }
  report('lineage', figures)
  await close()
})
