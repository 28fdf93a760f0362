import { openServedMirror } from '../../src/commands/mirror/open-mirror.ts'
import { createApp } from '../../src/create-app.ts'
import { createServer } from '../../src/http/server.ts'
import type { Cleanup } from './engines.ts'
import { freePort } from './free-port.ts'
import type { Site } from './site.ts'

/** A folder that is served beside its press, with the same settings and the same clock; answers its address. */
export async function serveMirror(t: Cleanup, site: Site, folder: string): Promise<string> {
  const port = await freePort()
  const opened = await openServedMirror(folder, { ...site.settings, port })
  const { app, close } = await createApp(opened.settings, {
    now: site.clock.now,
    elapsed: site.clock.elapsed,
  })
  const server = createServer(app)
  await server.listen({ host: '127.0.0.1', port })
  t.after(async () => {
    server.server.closeAllConnections()
    await server.close()
    await close()
    opened.close()
  })
  return `http://127.0.0.1:${port}`
}
