import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import type { Acknowledged, AskedServer, FaultyHouse } from './fault-ledger.ts'

const isDone = ({ status }: Acknowledged) => status < 300
const fieldOf = (field: string) => (done: Acknowledged) => String(done.body[field])

/** With the network well: what the database holds is what was acknowledged, each once, and all servers say the same. */
export async function checkEverything(house: FaultyHouse): Promise<void> {
  await checkRows(house)
  await checkOwnEntries(house)
  await checkShared(house)
  await checkServers(house)
}

async function checkRows({ storage, ledger }: FaultyHouse): Promise<void> {
  const rows = async (table: 'suggestions' | 'proposals' | 'candidates' | 'publications', column: string) =>
    (await storage.read.selectFrom(table).selectAll().execute()).map((row) =>
      String((row as unknown as Record<string, unknown>)[column]),
    )
  const published = [...[...ledger.own.values()].flat(), ...ledger.shared].filter(
    (done) => isDone(done) && 'publication_hash' in done.body,
  )
  same(await rows('suggestions', 'suggestion_id'), ledger.suggestions.map(fieldOf('suggestion_id')))
  same(
    await rows('proposals', 'proposal_hash'),
    ledger.submissions.filter(isDone).map(fieldOf('proposal_hash')),
  )
  same(
    await rows('candidates', 'candidate_hash'),
    ledger.finalized.filter(isDone).map(fieldOf('candidate_hash')),
  )
  same(await rows('publications', 'publication_hash'), published.map(fieldOf('publication_hash')))
  const readers = await storage.read
    .selectFrom('identities')
    .select('identity_id')
    .where('enrollment', '=', 'public')
    .execute()
  same(
    readers.map((row) => row.identity_id),
    ledger.registrations.map(fieldOf('identity_id')),
  )
  const audited = await storage.read
    .selectFrom('audit')
    .select('audit_id')
    .where('action', '=', 'publishCandidate')
    .execute()
  assert.equal(audited.length, published.length, 'an audit record for each publication')
}

/** The same names, each once. */
function same(found: readonly string[], acknowledged: readonly string[]): void {
  assert.deepEqual(found.toSorted(), acknowledged.toSorted())
}

/** Nobody else revises them: every publication was acknowledged, and each follows the one before. */
async function checkOwnEntries({ storage, ledger }: FaultyHouse): Promise<void> {
  for (const [number, done] of ledger.own) {
    assert.ok(
      done.every(isDone),
      `client ${number} was refused what it alone revises: ${JSON.stringify(done)}`,
    )
    const rows = await storage.read
      .selectFrom('publications')
      .select(['content_hash', 'previous_head'])
      .where('entry_id', '=', String(done[0]?.body.entry_id))
      .execute()
    const before = new Map(rows.map((row) => [row.content_hash, row.previous_head]))
    const hashes = done.map(fieldOf('content_hash'))
    for (const [place, hash] of hashes.entries()) assert.equal(before.get(hash), hashes[place - 1] ?? null)
  }
}

/** Of those who revise the same at once one wins; there is one line of revisions, and one head. */
async function checkShared({ storage, ledger }: FaultyHouse): Promise<void> {
  const won = ledger.shared.filter(isDone)
  if (won.length === 0) return
  const entries = new Set(won.map(fieldOf('entry_id')))
  assert.equal(entries.size, 1, 'the path has one entry')
  const rows = await storage.read
    .selectFrom('publications')
    .select(['content_hash', 'previous_head'])
    .where('entry_id', '=', String([...entries][0]))
    .execute()
  assert.equal(new Set(rows.map((row) => row.previous_head)).size, rows.length, 'no two follow the same')
  for (const { status, body } of ledger.shared)
    assert.ok(status < 300 || status === 409, JSON.stringify(body))
}

/** All servers are ready, tell the same gap-free stream, and each key's answer again. */
async function checkServers({ sites, client, ledger }: FaultyHouse): Promise<void> {
  const streams: string[] = []
  for (const site of sites) {
    await untilAnswered(site, '/readyz')
    const { items } = (await untilAnswered(site, '/api/v1/changes?limit=100')).as('listChanges')
    const first = items[0]?.seq ?? 0
    assert.deepEqual(
      items.map(({ seq }) => seq),
      items.map((_, place) => first + place),
    )
    streams.push(JSON.stringify(items))
  }
  for (const stream of streams) assert.equal(stream, streams[0])
  const latest = [...ledger.own.values()].flatMap((done) => done.slice(-1))
  for (const done of [...latest, ...ledger.suggestions.slice(-2), ...ledger.shared.filter(isDone).slice(-2)])
    assert.deepEqual(await client.repeat(done, sites[0].admin), done)
}

const ATTEMPTS = 400

/** A connection that was dropped is found out when it is used next. */
async function untilAnswered(site: AskedServer, path: string): Promise<Answer> {
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    const answer = await site.get(path)
    if (answer.status === 200) return answer
    assert.equal(answer.status, 503)
    await sleep(50)
  }
  return assert.fail(`GET ${path} was not answered in ${ATTEMPTS} attempts`)
}
