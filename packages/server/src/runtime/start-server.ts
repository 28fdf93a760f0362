import { httpAddress } from '../core/network.ts'
import { createApp } from '../create-app.ts'
import { createMetricsServer } from '../http/metrics-server.ts'
import { createServer } from '../http/server.ts'
import { stopGracefully } from './graceful-stop.ts'
import { collectWhenIdle } from './idle-memory.ts'
import { startScheduler } from './scheduler.ts'
import type { Settings } from './settings.ts'

/** Opens the engines, listens, and closes in order when told to: no new requests, answers in flight, engines. */
export async function startServer(settings: Settings): Promise<void> {
  const { app, close } = await createApp(settings)
  const { host, port, baseUrl } = settings
  const server = createServer(app)
  const metrics = createMetricsServer(app)
  try {
    await metrics?.listen()
    await server.listen({ host, port })
  } catch (error) {
    metrics?.close()
    await close()
    throw error
  }
  if (!(await app.storage.takesWrites()))
    app.telemetry.log.warn('the database takes no writes: only reads are answered until it does')
  app.telemetry.log.info('listening', { address: httpAddress(host, port), port, base_url: baseUrl })
  // A mirror is as its press was: nothing falls due in it.
  const scheduler = settings.mirror === null ? startScheduler(app) : null
  // Its index is made anew at each start: whoever searches first need not wait for all of it.
  if (settings.mirror !== null) app.search.pack().catch(() => {})
  const idleMemory = collectWhenIdle()
  const closeEngines = async () => {
    idleMemory.stop()
    metrics?.close()
    await scheduler?.stop()
    await close()
  }
  stopGracefully({ server, log: app.telemetry.log, closeEngines })
}
