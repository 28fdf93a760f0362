import { type Running, startBare, startServer } from './children.ts'
import { type Figure, median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { cpuProfile } from './hot-spots.ts'
import { fillMany, measureMany } from './reads-many.ts'
import { type LoadOfServer, type Run, runRounds } from './rounds.ts'
import { issueToken, makeTopic, publish, type Receipt, type Site } from './site.ts'
import { requestBytes } from './wire.ts'

const MILLISECONDS = 1500
const OBJECT_BYTES = 4096

const NAMES = ['entry', 'bare', 'object', 'object304', 'bare304'] as const
type Name = (typeof NAMES)[number]

const COMPARED = [
  { what: '`GET /objects/{sha256}`, 4 KiB', name: 'object', beside: 'bare', target: 0.55 },
  { what: '`GET /objects/{sha256}`, 304', name: 'object304', beside: 'bare304', target: 0.75 },
  { what: '`GET /api/v1/entries/{uuid}`', name: 'entry', beside: 'bare', target: 0.4 },
] as const

/** Reads of a warm press beside a bare node:http server, in alternating runs on one machine. */
await inFolder(async (folder) => {
  const profile = cpuProfile(folder)
  const bare = await startBare()
  const server = await startServer({ folder, nodeFlags: profile.nodeFlags })
  try {
    const site = { port: server.port, token: issueToken(folder) }
    const loads = loadsOf({ bare, server }, await publishSized(site))
    const one = compare(await runRounds(loads, NAMES))
    await fillMany(folder)
    report('reads', [...one, ...(await measureMany({ bare, server }, site))])
  } finally {
    await bare.stop()
    await server.stop()
  }
  profile.print()
})

/** An article whose stored bytes are as many as the bare server's. */
async function publishSized(site: Site): Promise<Receipt> {
  await makeTopic(site, 'bench')
  const line = 'A line of an article that is read again and again.\n'
  const draft = await publish(site, '/bench/article-1', line)
  const response = await fetch(`http://127.0.0.1:${site.port}/objects/${draft.content_hash}`)
  const missing = OBJECT_BYTES - (await response.bytes()).length
  return publish(
    site,
    '/bench/article-2',
    line + `${'x'.repeat(79)}\n`.repeat(OBJECT_BYTES / 80).slice(-missing),
  )
}

function loadsOf(
  { bare, server }: { bare: Running; server: Running },
  article: Receipt,
): Record<Name, LoadOfServer> {
  const object = `GET /objects/${article.content_hash}`
  const common = { connections: 32, milliseconds: MILLISECONDS, status: 200 }
  const onBare = { ...common, pid: bare.pid, port: bare.port }
  const onServer = { ...common, pid: server.pid, port: server.port }
  const known = `If-None-Match: "${article.content_hash}"`
  return {
    bare: { ...onBare, request: requestBytes('GET /', []) },
    bare304: { ...onBare, request: requestBytes('GET /304', []), status: 304 },
    object: { ...onServer, request: requestBytes(object, []) },
    object304: { ...onServer, request: requestBytes(object, [known]), status: 304 },
    entry: { ...onServer, request: requestBytes(`GET /api/v1/entries/${article.entry_id}`, []) },
  }
}

function compare(rounds: Record<Name, Run[]>): Figure[] {
  return COMPARED.map(({ what, name, beside, target }) => {
    const own = rounds[name]
    const others = rounds[beside]
    const ratios = own.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN))
    const cost = median(own.map((run) => run.cost))
    const bareCost = median(others.map((run) => run.cost))
    const p50 = median(own.map((run) => run.p50)).toFixed(2)
    const p99 = median(own.map((run) => run.p99)).toFixed(2)
    return {
      what,
      measured: `${rate(median(own.map((run) => run.perSecond)))}, p50 ${p50} ms, p99 ${p99} ms, ${cost.toFixed(0)} us of CPU`,
      beside: `bare \`node:http\` ${rate(median(others.map((run) => run.perSecond)))}, ${bareCost.toFixed(0)} us`,
      ratio: median(ratios).toFixed(2),
      target: `>= ${target.toFixed(2)}`,
    }
  })
}
