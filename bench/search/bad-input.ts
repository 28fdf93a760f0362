import { type Figure, median } from '../figures.ts'
import { ask, openWire, requestBytes } from '../wire.ts'

const ROUNDS = 6

/** What nobody types in earnest, encoded as it would arrive. */
const BAD_INPUT = [
  '',
  encodeURIComponent(' '),
  encodeURIComponent('x'.repeat(201)),
  encodeURIComponent('?!., ;:()[]{}'.repeat(14)),
  encodeURIComponent('what is the a of to'),
  encodeURIComponent('"a AND" OR NEAR(b c) title:x -y ^z w*'),
  encodeURIComponent('«»„“‚‘‹›"\'`「」『』〝〟'),
  'a%00b',
  '%ED%A0%80',
  encodeURIComponent('ab '.repeat(66)),
  encodeURIComponent(Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' ')),
  encodeURIComponent('שלום עולם مرحبا بالعالم'.repeat(8)),
  encodeURIComponent('漢字仮名交じり文'.repeat(25)),
  encodeURIComponent('x'.repeat(200)),
  encodeURIComponent('a b '.repeat(50)),
  encodeURIComponent('abc '.repeat(50)),
  encodeURIComponent(
    'com con pro pre sta str int ext par per for all one two use set get put run new'.slice(0, 200),
  ),
  encodeURIComponent('e\u0301'.repeat(100)),
  encodeURIComponent('a-b-c-d-e-f '.repeat(16)),
]

/** The slowest answers to such queries beside the middle one to a common query. */
export async function badInput(port: number, queries: readonly string[]): Promise<Figure> {
  const wire = await openWire(port)
  const timed = async (query: string) => {
    const start = performance.now()
    const { status } = await ask(wire, requestBytes(`GET /api/v1/search?q=${query}`, []))
    if (status !== 200 && status !== 400) throw new Error(`${query}: ${status}`)
    return performance.now() - start
  }
  const bad: number[] = []
  const common: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, query] of BAD_INPUT.entries()) {
      // Another limit each time: no answer is used again.
      bad.push(await timed(`${query}&limit=${11 + round}`))
      const ordinary = queries[(round * BAD_INPUT.length + place) % queries.length] ?? ''
      common.push(await timed(`${encodeURIComponent(ordinary)}&limit=${12 + round}`))
    }
  wire.close()
  const p99 = bad.toSorted((a, b) => a - b)[Math.floor(bad.length * 0.99)] ?? Number.NaN
  return {
    what: `Bad input over HTTP (${BAD_INPUT.length} kinds, empty to 200 one-letter words), p99`,
    measured: `${p99.toFixed(2)} ms`,
    beside: `two common terms, median: ${median(common).toFixed(2)} ms`,
    ratio: (p99 / median(common)).toFixed(1),
    target: '< 10',
  }
}
