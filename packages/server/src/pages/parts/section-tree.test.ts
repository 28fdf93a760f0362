import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SectionBranch, sectionTree } from './section-tree.ts'

const CASES: readonly [about: string, levels: readonly number[], expected: string][] = [
  ['nothing', [], ''],
  ['headings beside each other', [2, 2], '0 1'],
  ['parts of a heading', [2, 3, 3, 2], '0(1 2) 3'],
  ['parts of parts', [2, 3, 4, 3, 2], '0(1(2) 3) 4'],
  ['a level that was left out', [2, 4, 3], '0(1 2)'],
  ['a text that begins below the highest', [3, 2, 3], '0 1(2)'],
]

for (const [about, levels, expected] of CASES)
  test(`sections: ${about}`, () => {
    const headings = levels.map((level, place) => ({ id: `s${place}`, text: String(place), level }))
    assert.equal(written(sectionTree(headings)), expected)
  })

function written(branches: readonly SectionBranch[]): string {
  return branches
    .map(({ text, parts }) => (parts.length === 0 ? text : `${text}(${written(parts)})`))
    .join(' ')
}
