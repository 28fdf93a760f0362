import type { AddressInfo } from 'node:net'
import type { App } from '../packages/server/src/app.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { createServer } from '../packages/server/src/http/server.ts'

/** A server whose commands never share a commit: each waits until the one before is durable. */
const { app, close } = await createApp(readSettings(process.env))
const server = createServer({ ...app, storage: { ...app.storage, write: oneByOne(app) } })
await server.listen({ host: '127.0.0.1', port: 0 })
const { port } = server.server.address() as AddressInfo
process.stderr.write(`${JSON.stringify({ message: 'listening', port })}\n`)
process.once('SIGTERM', async () => {
  server.server.closeAllConnections()
  await server.close()
  await close()
})

function oneByOne({ storage }: App): App['storage']['write'] {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = before.then(() => storage.write(work))
    before = result.catch(() => {})
    return result
  }
}
