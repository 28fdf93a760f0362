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
  'lineage',
  'recovery',
]

const name = process.argv[2] ?? ''
const isThere = BENCHES.includes(name) && readdirSync(import.meta.dirname).includes(`${name}.ts`)
if (isThere) await import(`./${name}.ts`)
else {
  console.error(`usage: npm run bench -- ${BENCHES.join('|')} [--write] [--profile]
  --write    put the figures into README.md
  --profile  reads, pages, publish and signals: print where the server spent its time`)
  process.exitCode = 1
}
