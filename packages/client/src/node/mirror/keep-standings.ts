import { type ClosedLists, isHash, isReviewed } from '@colophon/contract'
import { parseEnvelope } from '@colophon/log'
import { inFlight } from '../../in-flight.ts'
import { ColophonProblem } from '../../problem.ts'
import type { ChangeItem } from './entries.ts'
import type { MirrorRun } from './running.ts'
import { ACTS_IN_FILE, actsFileOf, type MirroredStanding } from './site.ts'

const HASHES_AT_ONCE = 100
const REQUESTS_AT_ONCE = 6

/**
 * How the published revisions of topics hold up, by their hashes: what their press says of it now, since no stream tells.
 * Those of which there is nothing to say are left out.
 */
export async function mirrorStandings(
  running: MirrorRun,
  streams: ReadonlyMap<string, number>,
): Promise<Record<string, MirroredStanding>> {
  const modes = new Map<string, ClosedLists['mode']>()
  for (const [topic, end] of streams) await readModes(running, { topic, end }, modes)
  const standings: Record<string, MirroredStanding> = {}
  await inFlight(batchesOf([...modes.keys()]), REQUESTS_AT_ONCE, async (sha256) => {
    const { items } = await running.call('getStatus', { query: { sha256 } })
    for (const { sha256: hash, freshness } of items) {
      const mode = modes.get(hash)
      if (mode === undefined || (freshness === null && !isReviewed(mode))) continue
      standings[hash] = { freshness, ...(await readStatement(running, hash)) }
    }
  })
  // In one order, so that the same standings are the same file.
  return Object.fromEntries(Object.entries(standings).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The newest mode of every revision that a topic's stream has published. */
async function readModes(
  { folder }: MirrorRun,
  { topic, end }: { topic: string; end: number },
  modes: Map<string, ClosedLists['mode']>,
): Promise<void> {
  for (let seq = 1; seq <= end; seq += ACTS_IN_FILE)
    for (const act of (await folder.readActs(actsFileOf(topic, seq))) as ChangeItem[])
      if (act.publication_hash !== null && isHash(act.content_hash) && act.mode !== null)
        modes.set(String(act.content_hash), act.mode)
}

function* batchesOf(hashes: readonly string[]): Generator<string[]> {
  for (let from = 0; from < hashes.length; from += HASHES_AT_ONCE)
    yield hashes.slice(from, from + HASHES_AT_ONCE)
}

type Statement = Pick<MirroredStanding, 'coverage' | 'evidence'>

/** What the press states of the reviews and the evidence of a revision; nothing where it states nothing. */
async function readStatement({ call }: MirrorRun, sha256: string): Promise<Statement> {
  try {
    const { payload } = parseEnvelope(JSON.stringify(await call('getAttestation', { params: { sha256 } })))
    const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString())
    const { coverage, evidence }: Record<string, unknown> = Object(predicate)
    return {
      coverage: coverageOf(coverage),
      evidence: Array.isArray(evidence) ? (evidence as Statement['evidence']) : [],
    }
  } catch (error) {
    // A press of an earlier version, or what was hidden under the run.
    if (error instanceof ColophonProblem && error.code === 'not_found')
      return { coverage: null, evidence: [] }
    throw error
  }
}

function coverageOf(coverage: unknown): Statement['coverage'] {
  const { policy_hash, focuses }: Record<string, unknown> = Object(coverage)
  if (typeof policy_hash !== 'string' || !Array.isArray(focuses)) return null
  return { policy_hash, focuses: focuses.map((focus) => String(Object(focus).focus)) }
}
