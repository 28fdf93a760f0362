import { test } from 'node:test'
import { describeEngines } from '../support/engines.ts'
import { runFaults } from '../support/fault-model.ts'

/** Many more by `npm run faults -- --rounds 200`. */
const ROUNDS = 10

describeEngines((engine) => {
  if (engine.name !== 'postgres') return
  test('whatever the network does to two servers and their clients, nothing is lost and nothing is done twice', async (t) => {
    const seed = Number(process.env.COLOPHON_FAULTS_SEED ?? Date.now() % 1_000_000)
    t.diagnostic(`seed ${seed}`)
    await runFaults(t, { engine, rounds: ROUNDS, seed, tell: (line) => t.diagnostic(line) })
  })
})
