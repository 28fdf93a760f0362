import { createApp } from './create-app.ts'
import { stopGracefully } from './graceful-stop.ts'
import { giveBackWhenQuiet } from './quiet.ts'
import { startScheduler } from './scheduler.ts'
import type { Settings } from './settings.ts'
import { createServer } from './surfaces/http/server.ts'

/** Opens the engines, listens, and closes in order when told to: no new requests, answers in flight, engines. */
export async function startPress(settings: Settings): Promise<void> {
  const { app, close } = await createApp(settings)
  const { host, port, baseUrl } = settings
  const server = createServer(app)
  try {
    await server.listen({ host, port })
  } catch (error) {
    await close()
    throw error
  }
  app.log.info('listening', { address: `http://${host}:${port}`, port, base_url: baseUrl })
  const scheduler = startScheduler(app)
  const quiet = giveBackWhenQuiet(app.bytes.giveBack)
  const closeEngines = async () => {
    quiet.stop()
    await scheduler.stop()
    await close()
  }
  stopGracefully({ server, log: app.log, closeEngines })
}
