import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfSkillDescription, faultOfSkillName, skillNameOf } from './skill-names.ts'

for (const [name, fault] of [
  ['a', null],
  ['pdf-processing', null],
  ['0', null],
  ['x'.repeat(64), null],
  ['x'.repeat(65), /64/],
  ['', /empty/],
  ['-pdf', /hyphen/],
  ['pdf-', /hyphen/],
  ['pdf--processing', /two hyphens/],
  ['PDF', /characters/],
  ['pdf.processing', /characters/],
  ['pdf_processing', /characters/],
  ['pdf/processing', /characters/],
  ['..', /characters/],
  ['pdf\n', /characters/],
  ['päckchen', /characters/],
] as const)
  test(`${JSON.stringify(name)} ${fault === null ? 'names a skill' : 'names none'}`, () => {
    const found = faultOfSkillName(name)
    if (fault === null) assert.equal(found, null)
    else assert.match(found ?? '', fault)
  })

test('a description has words, and not too many', () => {
  assert.equal(faultOfSkillDescription('Sharpens saws.'), null)
  assert.equal(faultOfSkillDescription('😀'.repeat(1024)), null)
  assert.match(faultOfSkillDescription('😀'.repeat(1025)) ?? '', /1024/)
  assert.match(faultOfSkillDescription(' \t') ?? '', /empty/)
})

test('a skill has the last part of a path of two parts as its name', () => {
  assert.equal(skillNameOf('/tools/saw'), 'saw')
  for (const path of ['/tools', '/tools/saw/rip', 'tools/saw', '/']) assert.equal(skillNameOf(path), null)
})
