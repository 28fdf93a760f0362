import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeChangelog, notesOf } from './changelog.ts'

const OPEN = `# Changelog

## [Unreleased]

### Added

- B.

## [0.3.0] - unreleased

- A.

## [0.2.0] - 2026-01-01

- Old.
`
const CLOSED = `# Changelog

## [Unreleased]

## [0.3.0] - 2026-02-03

### Added

- B.

- A.

## [0.2.0] - 2026-01-01

- Old.
`

test('what is not released yet is closed under the version and the day', () => {
  assert.equal(closeChangelog(OPEN, '0.3.0', '2026-02-03'), CLOSED)
})

test('the notes of a version are the same before and after it is closed', () => {
  assert.equal(notesOf(OPEN, '0.3.0'), '### Added\n\n- B.\n\n- A.\n')
  assert.equal(notesOf(CLOSED, '0.3.0'), notesOf(OPEN, '0.3.0'))
})

test('a version of which nothing is said is refused', () => {
  assert.throws(() => notesOf(CLOSED, '0.4.0'), /says nothing about 0\.4\.0/)
  assert.throws(
    () => closeChangelog('# Changelog\n\n## [0.2.0] - 2026-01-01\n\n- Old.\n', '0.2.0', '2026-02-03'),
    /nothing that is not released/,
  )
})
