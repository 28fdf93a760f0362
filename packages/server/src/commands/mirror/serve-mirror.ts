import { httpAddress } from '../../core/network.ts'
import type { Settings } from '../../runtime/settings.ts'
import { withPickedPort } from '../pick-port.ts'
import { openServedMirror } from './open-mirror.ts'

/** `colophon serve --mirror DIR`: listens for what its press would answer, until the process is told to stop. */
export async function serveMirror(folder: string, given: Settings): Promise<void> {
  const picked = await withPickedPort(given, true)
  // At the same time: both take most of a start.
  const [{ settings, close }, { startServer }] = await Promise.all([
    openServedMirror(folder, picked),
    import('../../runtime/start-server.ts'),
  ])
  process.once('exit', close)
  await startServer(settings)
  const { baseUrl, host, port } = settings
  process.stdout.write(`The mirror of ${baseUrl} is at ${httpAddress(host, port)}\n`)
}
