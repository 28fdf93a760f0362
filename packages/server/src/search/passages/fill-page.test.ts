import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillPage, type WalkChunk } from './fill-page.ts'
import type { WalkPosition } from './walk-place.ts'

const BUDGET = 100

/** The chunks of each entry of each group, by the tokens that each takes. */
type Groups = readonly (readonly (readonly number[])[])[]

function walkOf(groups: Groups) {
  const width = Math.max(1, ...groups.map((entries) => entries.length))
  const read: number[] = []
  const chunks = groups.map((entries, group) =>
    entries.map((tokens, entry) =>
      tokens.map((count, place) => chunkOf(count, { entry: group * width + entry, place })),
    ),
  )
  return {
    read,
    groups: groups.length,
    async readGroup(group: number) {
      read.push(group)
      return chunks[group] ?? []
    },
  }
}

/** Scores fall with the place in the entry. */
function chunkOf(tokens: number, { entry, place }: { entry: number; place: number }): WalkChunk {
  const place1 = { start: 0, end: tokens * 4, textStart: 0, textEnd: tokens * 4 }
  const chunk = { ...place1, section: 1, headings: [], bytesWithGap: tokens * 4 }
  return { chunk, entry, place, score: 100 - place, held: [] }
}

async function pagesOf(groups: Groups): Promise<string[][]> {
  const pages: string[][] = []
  let end: WalkPosition | null = null
  do {
    const page: Awaited<ReturnType<typeof fillPage<WalkChunk>>> = await fillPage(walkOf(groups), end, BUDGET)
    pages.push(page.chunks.map(({ entry, place }) => `${entry}.${place}`))
    end = page.end
  } while (end !== null)
  return pages
}

test('a page ends where the next chunk does not fit, and goes on there', async () => {
  assert.deepEqual(await pagesOf([[[40, 40], [40]]]), [['0.0', '1.0'], ['0.1']])
  assert.deepEqual(await pagesOf([[[100], [100]]]), [['0.0'], ['1.0']])
  assert.deepEqual(await pagesOf([[[101]]]), [['0.0']])
  assert.deepEqual(await pagesOf([]), [[]])
  assert.deepEqual(await pagesOf([[[], []]]), [[]])
})

test('an entry comes with three on a page, and again when every other has come', async () => {
  const five = [1, 1, 1, 1, 1]
  assert.deepEqual(await pagesOf([[five], [[1]]]), [
    ['0.0', '0.1', '0.2', '1.0'],
    ['0.3', '0.4'],
  ])
  assert.deepEqual(await pagesOf([[Array(12).fill(1)]]), [
    ['0.0', '0.1', '0.2'],
    ['0.3', '0.4', '0.5'],
    ['0.6', '0.7', '0.8'],
  ])
})

test('a group is read only when the ones before it are on pages', async () => {
  const walk = walkOf([[[60, 60]], [[60]]])
  await fillPage(walk, null, BUDGET)
  assert.deepEqual(walk.read, [0])
})

test('whatever the chunks, pages hold the budget and every chunk of nine of an entry comes once', async () => {
  const groups = fc.array(
    fc.array(fc.array(fc.integer({ min: 1, max: BUDGET }), { maxLength: 11 }), { maxLength: 4 }),
    { maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(groups, async (all) => {
      const pages = await pagesOf(all)
      const width = Math.max(1, ...all.map((entries) => entries.length))
      const wanted = all.flatMap((entries, group) =>
        entries.flatMap((tokens, entry) =>
          tokens.slice(0, 9).map((_, place) => `${group * width + entry}.${place}`),
        ),
      )
      assert.deepEqual(pages.flat().toSorted(), wanted.toSorted())
      const sizes = new Map(
        all.flatMap((entries, group) =>
          entries.flatMap((tokens, entry) =>
            tokens.map((size, place) => [`${group * width + entry}.${place}`, size]),
          ),
        ),
      )
      for (const page of pages) {
        assert.ok(page.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) <= BUDGET)
        const counts = Object.values(Object.groupBy(page, (name) => name.split('.')[0] ?? ''))
        assert.ok(counts.every((own) => (own?.length ?? 0) <= 3))
      }
    }),
    { numRuns: 300 },
  )
})
