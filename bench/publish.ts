import { appendFor } from './append.ts'
import { startServer } from './children.ts'
import { median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { cpuProfile } from './hot-spots.ts'
import { publishOne } from './publications.ts'
import { issueToken, makeTopic, type Site } from './site.ts'
import { openWire } from './wire.ts'

const ROUNDS = 7
const CLIENTS = 32
const MILLISECONDS = 2000
const TARGET = 0.2

/** Durable publications of 32 clients beside the rate at which the same disk makes 4 KiB durable. */
await inFolder(async (folder) => {
  const profile = cpuProfile(folder)
  const server = await startServer({ folder, nodeFlags: profile.nodeFlags })
  try {
    const site = { port: server.port, token: issueToken(folder) }
    await makeTopic(site, 'bench')
    await publishFor(site, MILLISECONDS)
    const rounds: { published: number; appended: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        appended: appendFor(folder, MILLISECONDS).perSecond,
        published: await publishFor(site, MILLISECONDS),
      })
    report('publish', [figureOf(rounds)])
  } finally {
    await server.stop()
  }
  profile.print()
})

function figureOf(rounds: readonly { published: number; appended: number }[]) {
  return {
    what: 'Publications (submit, finalize, publish: three durable commands), 32 clients',
    measured: rate(median(rounds.map(({ published }) => published))),
    beside: `append 4 KiB + \`fdatasync\` ${rate(median(rounds.map(({ appended }) => appended)))}`,
    ratio: median(rounds.map(({ published, appended }) => published / appended)).toFixed(2),
    target: `>= ${TARGET.toFixed(2)}`,
  }
}

/** Publications per second of all clients together. */
async function publishFor(site: Site, milliseconds: number): Promise<number> {
  const start = performance.now()
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, () => publishUntil(site, start + milliseconds)),
  )
  const published = counts.reduce((sum, count) => sum + count, 0)
  return (published / (performance.now() - start)) * 1000
}

async function publishUntil(site: Site, until: number): Promise<number> {
  const wire = await openWire(site.port)
  let count = 0
  for (; performance.now() < until; count += 1) await publishOne(wire, site)
  wire.close()
  return count
}
