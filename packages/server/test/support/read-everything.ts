import { sha256Hex } from '../../src/core/hash.ts'
import { openWire } from './exchange.ts'
import { pathsOf } from './lived-answers.ts'
import type { Site } from './site.ts'

/** What only whoever asks has. */
const OWN = ['/api/v1/me', '/api/v1/feedback?limit=100']

/** The digest of every answer of a site to each of these callers (null has no bearer), by caller and path. */
export async function readEverything(
  site: Site,
  callers: Readonly<Record<string, string | null>>,
): Promise<Record<string, string>> {
  const wire = openWire({ host: '127.0.0.1', port: site.settings.port })
  const found: Record<string, string> = {}
  const ask = async (path: string, [caller, token]: readonly [string, string | null]) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const { status, bytes, headers: told } = await wire.send({ method: 'GET', path, headers, body: null })
    // A refusal names its request.
    found[`${caller} ${path}`] = status < 400 ? `${status} ${told.etag} ${sha256Hex(bytes)}` : `${status}`
  }
  try {
    for (const path of [...(await pathsOf(site)), ...OWN])
      await Promise.all(Object.entries(callers).map((caller) => ask(path, caller)))
  } finally {
    wire.close()
  }
  return found
}
