import { createServer } from 'node:net'
import type { Settings } from '../runtime/settings.ts'

/**
 * Port 0 picks a free one now, before anything is made: the base URL carries it, and tokens and links carry
 * the base URL. Another program can take the port in between; then listening fails with one clear line.
 */
export async function withPickedPort(settings: Settings, baseUrlGiven: boolean): Promise<Settings> {
  if (settings.port !== 0) return settings
  const port = await freePort(settings.host)
  const baseUrl = baseUrlGiven ? settings.baseUrl : withPort(settings.baseUrl, port)
  return { ...settings, port, baseUrl }
}

function withPort(baseUrl: string, port: number): string {
  const url = new URL(baseUrl)
  url.port = String(port)
  return url.origin
}

function freePort(host: string): Promise<number> {
  const listener = createServer()
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, host, () => {
      const address = listener.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      listener.close(() => resolve(port))
    })
  })
}
