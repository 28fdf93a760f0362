import { appendFor } from './append.ts'
import { startAlone, startBare, startServer } from './children.ts'
import { type Figure, median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { cpuProfile } from './hot-spots.ts'
import { prepareReports, signalFor, WIDE } from './reports.ts'
import { issueToken } from './site.ts'

const ROUNDS = 7
const CLIENTS = 64
const MILLISECONDS = 1500

interface Round {
  appended: { perSecond: number; p50: number }
  together: number
  alone: number
  single: { perSecond: number; p50: number }
  bare: { perSecond: number; p50: number }
}

/** Durable first reports, each a new one, beside the same disk's own durable appends. */
await inFolder(async (folder) => {
  const profile = cpuProfile(folder)
  const server = await startServer({ folder, nodeFlags: profile.nodeFlags, settings: WIDE })
  const alone = await startAlone({ folder, settings: WIDE })
  const bare = await startBare(folder)
  try {
    const site = { port: server.port, token: issueToken(folder) }
    const next = await prepareReports(site)
    const on = (port: number, clients: number) =>
      signalFor({ ports: [port], clients, next, milliseconds: MILLISECONDS })
    const same = next()
    await on(server.port, CLIENTS)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        appended: appendFor(folder, MILLISECONDS),
        together: (await on(server.port, CLIENTS)).perSecond,
        alone: (await on(alone.port, CLIENTS)).perSecond,
        single: await on(server.port, 1),
        bare: await signalFor({
          ports: [bare.port],
          clients: 1,
          next: () => same,
          milliseconds: MILLISECONDS,
        }),
      })
    report('signals', figuresOf(rounds))
  } finally {
    await bare.stop()
    await alone.stop()
    await server.stop()
  }
  profile.print()
})

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const together = rate(of((round) => round.together))
  return [
    {
      what: `Durable signals, ${CLIENTS} clients`,
      measured: together,
      beside: `append 4 KiB + \`fdatasync\` ${rate(of(({ appended }) => appended.perSecond))}`,
      ratio: of((round) => round.together / round.appended.perSecond).toFixed(2),
      target: '>= 1.25',
    },
    {
      what: `Durable signals, ${CLIENTS} clients`,
      measured: together,
      beside: `one commit a request ${rate(of((round) => round.alone))}`,
      ratio: of((round) => round.together / round.alone).toFixed(2),
      target: '>= 3.00',
    },
    {
      what: 'A durable signal of one client alone, p50',
      measured: `${of((round) => round.single.p50).toFixed(2)} ms`,
      beside: `one \`fdatasync\` ${of(({ appended }) => appended.p50).toFixed(2)} ms`,
      ratio: of((round) => round.single.p50 / round.appended.p50).toFixed(2),
      target: '<= 2.50',
    },
    {
      what: 'The same',
      measured: `${of((round) => round.single.p50).toFixed(2)} ms`,
      beside: `bare \`node:http\` that appends 4 KiB + \`fdatasync\` ${of(({ bare }) => bare.p50).toFixed(2)} ms, itself ${of(({ bare, appended }) => bare.p50 / appended.p50).toFixed(2)} of one`,
      ratio: of((round) => round.single.p50 / round.bare.p50).toFixed(2),
      target: 'reported',
    },
  ]
}
