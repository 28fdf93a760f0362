import type { AddressInfo } from 'node:net'
import { SHUTDOWN_MILLISECONDS } from '@colophon/contract'
import closeWithGrace from 'close-with-grace'
import { createApp } from './create-app.ts'
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
  closeWithGrace({ delay: SHUTDOWN_MILLISECONDS, logger: false }, async ({ err, signal }) => {
    if (err) app.log.error('stopping on a fault', { error: err.message, stack: err.stack ?? '' })
    else app.log.info('stopping', { signal: signal ?? '' })
    await server.close()
    await close()
    app.log.info('stopped')
  })
}
