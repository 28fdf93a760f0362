import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSections } from '../../text/sections.ts'
import { unifiedDiff } from '../../text/unified.ts'
import { readDiff } from './diff-lines.ts'
import { placesOf } from './diff-places.ts'

/** What each changed section leads to: the text of the line, by heading. */
function ledTo(from: string, to: string): Record<string, string> {
  const { unified } = unifiedDiff({ sha256: 'a', body: from }, { sha256: 'b', body: to })
  const sections = compareSections(from, to)
  const lines = readDiff(unified)
  const places = [...placesOf(lines, sections)].map(([section, place]) => {
    const line = lines[place]
    return [
      sections[section]?.heading ?? 'opening',
      `${line?.kind} ${line?.parts.map(({ text }) => text).join('')}`,
    ]
  })
  return Object.fromEntries(places)
}

const long = (name: string) => `# ${name}\n\n${`${name} goes on.\n`.repeat(12)}\n`

const CASES: Record<string, [from: string, to: string, expected: Record<string, string>]> = {
  'a change far below its heading': [
    `${long('A')}${long('B')}end\n`,
    `${long('A')}${long('B')}End!\n`,
    { B: 'del end' },
  ],
  'sections that are new and that are gone': [
    `${long('A')}# Gone\n\nold\n\n${long('C')}`,
    `${long('A')}${long('C')}# New\n\nyoung\n`,
    { Gone: 'del # Gone', New: 'ins # New' },
  ],
  'the opening and a section': [
    `one\n\n${long('A')}last\n`,
    `two\n\n${long('A')}`,
    { opening: 'del one', A: 'del last' },
  ],
  'what is the same leads nowhere': [long('A'), long('A'), {}],
}

for (const [name, [from, to, expected]] of Object.entries(CASES))
  test(`a changed section leads to its place: ${name}`, () => assert.deepEqual(ledTo(from, to), expected))
