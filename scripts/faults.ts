import { parseArgs } from 'node:util'
import { bothEngines } from '../packages/server/test/support/engines.ts'
import { runFaults } from '../packages/server/test/support/fault-model.ts'
import { startServers } from './test-servers.ts'

/** `npm run faults -- --rounds 200 [--seed N]`: what ten rounds of are in the tests, for as long as it is asked for. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const servers = await startServers(false)
const works: (() => Promise<void>)[] = []
try {
  const engine = bothEngines()[1]
  if (engine.name !== 'postgres')
    throw new Error('PostgreSQL is not installed here: apt-get install postgresql')
  console.log(`seed ${seed}`)
  await runFaults(
    { after: (work) => void works.unshift(work) },
    { engine, rounds, seed, tell: (line) => console.log(line) },
  )
  console.log('nothing lost, nothing twice')
} finally {
  for (const work of works) await work()
  await servers.stop()
}
