import { type Load, type Measured, runLoad } from './load.ts'
import { processorTime } from './processor-time.ts'

const ROUNDS = 7
const WARM_UP_MILLISECONDS = 1000

export interface LoadOfServer extends Load {
  readonly pid: number
}

export interface Run extends Measured {
  /** Microseconds of the server's processor time for one request. */
  readonly cost: number
}

/** Every second round runs backwards, so that a machine that slows down favours nobody. */
export async function runRounds<Name extends string>(
  loads: Readonly<Record<Name, LoadOfServer>>,
  names: readonly Name[],
): Promise<Record<Name, Run[]>> {
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Run[]>
  for (const name of names) await runLoad({ ...loads[name], milliseconds: WARM_UP_MILLISECONDS })
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      rounds[name].push(await runOnce(loads[name]))
  return rounds
}

async function runOnce(load: LoadOfServer): Promise<Run> {
  const before = processorTime(load.pid)
  const measured = await runLoad(load)
  return { ...measured, cost: (processorTime(load.pid) - before) / measured.requests }
}
