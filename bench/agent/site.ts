import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readSettings } from '../../packages/server/src/config.ts'
import { createApp } from '../../packages/server/src/create-app.ts'
import { createServer } from '../../packages/server/src/http/server.ts'
import { startServer } from '../children.ts'
import { type FilledText, fillServer } from '../fill.ts'
import { inFilledFolder } from '../folder.ts'
import { issueToken, makeTopic } from '../site.ts'
import type { Collection } from './collections.ts'

const NONE: FilledText = { title: '', summary: '', body: '' }

/** A server with the collection's documents, as a child, or in this process, where a debugger and a profiler see it. */
export function inCollectionSite<T>(
  collection: Collection,
  isHere: boolean,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const fill = (folder: string) => fillCollection(folder, collection)
  return inFilledFolder(`agent-${collection.name}`, fill, async (folder) => {
    const server = await (isHere ? startHere(folder) : startServer({ folder }))
    try {
      return await work(server.port)
    } finally {
      await server.stop()
    }
  })
}

async function fillCollection(folder: string, { documents }: Collection): Promise<void> {
  const maker = await startServer({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, 'bench')
  await maker.stop()
  await fillServer(folder, documents.length, (place) => documents[place] ?? NONE)
}

async function startHere(folder: string) {
  const environment = {
    COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}`,
    COLOPHON_BASE_URL: 'http://bench.localhost',
  }
  const { app, close } = await createApp(readSettings(environment))
  const server = createServer(app)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const stop = async () => {
    server.server.closeAllConnections()
    await server.close()
    await close()
  }
  return { port, stop }
}
