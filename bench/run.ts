import { readdirSync } from 'node:fs'

/** `npm run bench -- NAME`: the flags after the name are the bench's own. */
const BENCHES = [
  'reads',
  'pages',
  'publish',
  'import',
  'memory',
  'signals',
  'signal-summary',
  'search',
  'relevance',
  'agent',
  'lineage',
  'recovery',
  'hidden',
  'size',
  'stalls',
  'cluster',
]

const name = process.argv[2] ?? ''
const isThere = BENCHES.includes(name) && readdirSync(import.meta.dirname).includes(`${name}.ts`)
if (isThere) await import(`./${name}.ts`)
else {
  console.error(`usage: npm run bench -- ${BENCHES.join('|')} [--write] [--profile]
  --write    put the figures into docs/benchmarks.md and the README
  --profile  reads, pages, publish and signals: print where the server spent its time
  stalls:    [--only EXPRESSION] [--as-stranger] [--show]
  agent:     [--set cranfield|labelled|readers] [--quick] [--show] [--corpus DIR]
  cluster:   [--servers 1,2,3] [--quick]`)
  process.exitCode = 1
}
