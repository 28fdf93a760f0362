import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIFF_LIMITS } from '@colophon/contract'
import { compareSections } from './sections.ts'

/** `same Title` for each section; the opening has no title. */
function told(from: string, to: string): string[] {
  return compareSections(from, to).map(({ heading, state }) => `${state} ${heading ?? '(opening)'}`)
}

test('a section begins at its line of the later body, one that is gone at that of the earlier', () => {
  const from = 'Before.\n\n# Saw\n\nCuts.\n\nCare\n====\n\nOil.\n'
  const to = '# Saw\n\nCuts wood.\n# End\n'
  assert.deepEqual(
    compareSections(from, to).map(({ heading, state, line }) => `${state} ${heading} ${line}`),
    ['removed null 1', 'changed Saw 1', 'removed Care 7', 'added End 4'],
  )
})

const CASES: Record<string, [from: string, to: string, sections: string[]]> = {
  'a body without headings is one section': ['One.\n', 'Two.\n', ['changed (opening)']],
  'what stands before the first heading is a section without one': [
    'Before.\n\n# Saw\n\nCuts.\n',
    'Before.\n\n# Saw\n\nCuts wood.\n',
    ['same (opening)', 'changed Saw'],
  ],
  'a section that is new, and one that is gone behind the one that it followed': [
    '# Saw\n\n## Use\n\nCut.\n\n## Care\n\nOil.\n',
    '# Saw\n\n## Use\n\nCut.\n\n## Storage\n\nDry.\n',
    ['same Saw', 'same Use', 'removed Care', 'added Storage'],
  ],
  'a section that was first and is gone stays first': [
    '# Old\n\n# Saw\n',
    '# Saw\n',
    ['removed Old', 'same Saw'],
  ],
  'a section that moved is the same': [
    '# A\n\n1\n\n# B\n\n2\n',
    '# B\n\n2\n\n# A\n\n1\n',
    ['same B', 'same A'],
  ],
  'a parent is not changed by its child': [
    '# A\n\n## B\n\n1\n',
    '# A\n\n## B\n\n2\n',
    ['same A', 'changed B'],
  ],
  'headings that read the same are told apart by their order': [
    '## Notes\n\n1\n\n## Notes\n\n2\n',
    '## Notes\n\n1\n\n## Notes\n\n3\n\n## Notes\n\n4\n',
    ['same Notes', 'changed Notes', 'added Notes'],
  ],
  'blank lines at the end of a section are no change': [
    '# A\n\n1\n# B\n',
    '# A\n\n1\n\n\n# B\n',
    ['same A', 'same B'],
  ],
  'another level is a change': ['# A\n', '## A\n', ['changed A']],
  'markup and closing marks are not part of a heading': [
    '## The `saw` *cuts* ##\n',
    '## The saw cuts\n',
    ['changed The saw cuts'],
  ],
  'underlined headings count': [
    'Saw\n===\n\n1\n\nUse\n---\n\n2\n',
    'Saw\n===\n\n1\n\nUse\n---\n\n3\n',
    ['same Saw', 'changed Use'],
  ],
  'a rule, a table and a list make no heading': [
    '# A\n\n---\n\n- item\n---\n\n| a |\n---\n',
    '# A\n\n---\n\n- item\n---\n\n| b |\n---\n',
    ['changed A'],
  ],
  'code has no headings, whatever it looks like': [
    '# A\n\n```sh\n# no heading\n~~~\n```\n\n~~~~\n# none\n~~~\n# none\n~~~~\n\n    # none\n',
    '# A\n',
    ['changed A'],
  ],
  'a fence that is never closed is code to the end': [
    '# A\n\n```\n# none\n',
    '# A\n\n```\n# nil\n',
    ['changed A'],
  ],
  'an empty heading is one': ['#\n\n1\n', '#\n\n2\n', ['changed ']],
  '#tag is no heading': ['# A\n\n#tag\n', '# A\n\n#tag\n', ['same A']],
}

for (const [name, [from, to, sections]] of Object.entries(CASES))
  test(name, () => assert.deepEqual(told(from, to), sections))

test('levels are those of the later revision, and of the earlier for what is gone', () => {
  const levels = compareSections('Text.\n\n### Gone\n\n# A\n', 'Text.\n\n## A\n').map(({ level }) => level)
  assert.deepEqual(levels, [0, 3, 2])
})

test('a body with too many headings is divided at its higher ones', () => {
  const small = '### small\n\ntext\n\n'.repeat(DIFF_LIMITS.sections)
  assert.deepEqual(told(`# A\n\n${small}# B\n`, `# A\n\n${small}more\n\n# B\n`), ['changed A', 'same B'])
  const all = '# large\n'.repeat(DIFF_LIMITS.sections + 1)
  assert.deepEqual(told(all, `${all}more\n`), ['changed (opening)'])
  assert.equal(told('# large\n'.repeat(DIFF_LIMITS.sections), 'text\n').length, DIFF_LIMITS.sections + 1)
})
