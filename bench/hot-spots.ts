import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { functionName: string; url: string; lineNumber: number }
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const SHOWN = 40

/** With `--profile` the server is started under V8's sampler, and its hottest functions are printed. */
export function cpuProfile(folder: string): { nodeFlags: string[]; print(): void } {
  if (!process.argv.includes('--profile')) return { nodeFlags: [], print: () => {} }
  return {
    nodeFlags: ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-interval', '250'],
    print: () => printHotSpots(folder),
  }
}

function printHotSpots(folder: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'))
  for (const file of files) {
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
    const { total, byPlace } = selfTimes(profile)
    console.log(`\nshare of busy time spent in the function itself (${Math.round(total / 1000)} ms busy)`)
    for (const [place, time] of [...byPlace].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
      console.log(`${((time / total) * 100).toFixed(1).padStart(6)} %  ${place}`)
  }
}

/** Microseconds by function, idle time left out. */
function selfTimes(profile: Profile): { total: number; byPlace: Map<string, number> } {
  const places = new Map(profile.nodes.map((node) => [node.id, placeOf(node)]))
  const byPlace = new Map<string, number>()
  let total = 0
  for (const [index, id] of profile.samples.entries()) {
    const place = places.get(id) ?? ''
    if (/^\((idle|root)\)/.test(place)) continue
    const time = profile.timeDeltas[index] ?? 0
    total += time
    byPlace.set(place, (byPlace.get(place) ?? 0) + time)
  }
  return { total, byPlace }
}

function placeOf({ callFrame }: ProfileNode): string {
  const file = callFrame.url.replace(/^.*\/(node_modules|packages)\//, '$1/')
  return `${callFrame.functionName || '(anonymous)'} ${file}${file ? `:${callFrame.lineNumber + 1}` : ''}`
}
