import { openHiddenSite, tellApart } from '../packages/server/test/support/timing.ts'

const PAIRS = 2000
const MOST_APART = 0.03

/** For every route that takes a name: how well its time tells what is hidden from what does not exist. */
const works: (() => Promise<void>)[] = []
const { port, pairs } = await openHiddenSite({ after: (work) => void works.push(work) })
try {
  for (const pair of pairs) {
    const area = await tellApart(port, pair, PAIRS)
    const mark = Math.abs(area - 0.5) > MOST_APART ? '  TOLD APART' : ''
    if (mark !== '') process.exitCode = 1
    console.log(`${area.toFixed(3)}  ${pair.route}${mark}`)
  }
} finally {
  for (const work of works) await work()
}
