import { test } from 'node:test'
import fc from 'fast-check'
import { leaseCommands, type Model, type Real } from '../support/lease-model.ts'
import { describeSites } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'

const SIZES = { sites: 2, users: 3, tasks: 2 }
const RUNS = { sqlite: 60, postgres: 12 }

describeSites((sites) => {
  test('whatever holders, late holders and clocks do, a generation has one holder and a late one does nothing', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const users = await Promise.all(
      Array.from({ length: SIZES.users }, () => site.token({ preset: 'contributor', expires_in_days: 365 })),
    )
    const real: Real = { sites: [site, await site.second(t)], users }
    const start = async (): Promise<Model> => {
      // Later than anything that the run before has shown to a process.
      site.clock.advance({ hours: 12 })
      const opened = await Promise.all(Array.from({ length: SIZES.tasks }, () => openTask(site)))
      return {
        // The first process has opened the tasks, and the other has seen nothing.
        seen: [Date.parse(site.clock.now()), 0],
        tasks: opened.map(({ task_id }) => ({
          id: task_id,
          state: 'open',
          generation: 0,
          holder: null,
          until: 0,
          claims: [],
          proposals: [],
        })),
      }
    }
    await fc.assert(
      fc.asyncProperty(leaseCommands(SIZES), async (commands) => {
        const model = await start()
        await fc.asyncModelRun(() => ({ model, real }), commands)
      }),
      { numRuns: sites.engine === 'sqlite' ? RUNS.sqlite : RUNS.postgres, endOnFailure: false },
    )
  })
})
