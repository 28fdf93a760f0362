import type { AddressInfo } from 'node:net'
import { createApp } from './create-app.ts'
import { stopGracefully } from './graceful-stop.ts'
import type { Settings } from './settings.ts'
import { createServer } from './surfaces/http/server.ts'

/** Opens the engines, listens, and closes in order when told to: no new requests, answers in flight, engines. */
export async function startPress(settings: Settings, wanted: { examples: boolean }): Promise<void> {
  const { app, close } = await createApp(settings)
  void wanted
  const server = createServer(app)
  await server.listen({ host: settings.host, port: settings.port })
  const { port } = server.server.address() as AddressInfo
  app.log.info('listening', { address: `http://${settings.host}:${port}`, port, base_url: settings.baseUrl })
  stopGracefully({ server, log: app.log, closeEngines: close })
}
