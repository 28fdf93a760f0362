import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from './engines.ts'
import type { Site } from './site.ts'

/** Changes what a server answers to a path; null leaves it as it is. */
export type Lie = (path: string, text: string) => string | Uint8Array | null

interface LyingServer {
  url: string
  lie: Lie
  /** As a server of an earlier version, which has no transparency log. */
  withoutLog: boolean
}

/** Stands before a server and lies: whoever verifies must see it. The lie may be changed on the way. */
export async function lyingServer(t: Cleanup, site: Site): Promise<LyingServer> {
  const proxy: LyingServer = { url: '', lie: () => null, withoutLog: false }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const there = proxy.withoutLog && path.startsWith('/log/') ? '/nothing' : path
    const answer = await fetch(`http://127.0.0.1:${site.settings.port}${there}`, {
      headers: { accept: 'application/json' },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(proxy.lie(path, bytes.toString()) ?? bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
