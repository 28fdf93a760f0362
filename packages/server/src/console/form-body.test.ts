import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Control, Field } from './fields.ts'
import { bodyOf } from './form-body.ts'
import { parseForm } from './posted-form.ts'

function formOf(text: string) {
  return parseForm(Buffer.from(text))
}

function field(name: string, control: Control): Field {
  return { name, label: name, control }
}

const TYPED: readonly (readonly [Control, string, unknown])[] = [
  [{ kind: 'line' }, 'Saws', 'Saws'],
  [{ kind: 'line' }, ' Saws ', ' Saws '],
  [{ kind: 'line' }, '', null],
  [{ kind: 'text', rows: 3 }, 'a\r\nb', 'a\nb'],
  [{ kind: 'number' }, '12', 12],
  [{ kind: 'number' }, '-3', -3],
  [{ kind: 'number' }, '', null],
  [{ kind: 'number' }, '1e3', '1e3'],
  [{ kind: 'number' }, '012', '012'],
  [{ kind: 'number' }, '12 ', '12 '],
  [{ kind: 'number' }, '9007199254740993', '9007199254740993'],
  [{ kind: 'carried', as: 'number' }, '4', 4],
  [{ kind: 'carried', as: 'text' }, '4', '4'],
  [{ kind: 'carried', as: 'text' }, '', null],
  [{ kind: 'instant' }, '2026-03-02T09:30', '2026-03-02T09:30:00Z'],
  [{ kind: 'instant' }, '2026-03-02T09:30:15', '2026-03-02T09:30:15Z'],
  [{ kind: 'instant' }, '2026-03-02T09:30:15.25', '2026-03-02T09:30:15.25Z'],
  [{ kind: 'instant' }, '2026-03-02T09:30:15Z', '2026-03-02T09:30:15Z'],
  [{ kind: 'instant' }, 'yesterday', 'yesterday'],
  [{ kind: 'instant' }, '', null],
  [{ kind: 'list', rows: 3 }, ' a \r\n\r\n b\r\n', ['a', 'b']],
  [{ kind: 'list', rows: 3 }, '', []],
  [{ kind: 'list', rows: 3, isLeftOutEmpty: true }, '\r\n', null],
  [{ kind: 'list', rows: 3 }, '*', ['*']],
  [{ kind: 'list', rows: 3, hasStar: true }, ' * \r\n', null],
  [{ kind: 'list', rows: 3, hasStar: true }, '*\r\na', ['*', 'a']],
  [{ kind: 'list', rows: 3, hasStar: true }, '', []],
  [{ kind: 'several', options: [] }, '', []],
  [{ kind: 'several', options: [], isLeftOutEmpty: true }, '', null],
  [{ kind: 'named', page: '/console/suggestions/', options: [] }, ' 1b4e ', '1b4e'],
  [
    { kind: 'named', page: '/console/suggestions/', options: [] },
    'https://press.example/console/suggestions/1b4e/triage?a=b',
    '1b4e',
  ],
  [{ kind: 'named', page: '/console/suggestions/', options: [] }, '/console/suggestions/1b4e#x', '1b4e'],
  [{ kind: 'named', page: '/console/suggestions/', options: [] }, '/elsewhere/1b4e', '/elsewhere/1b4e'],
  [{ kind: 'named', page: '/console/suggestions/', options: [] }, ' ', null],
  [{ kind: 'choice', options: [] }, 'direct', 'direct'],
  [{ kind: 'choice', options: [] }, '', null],
]

for (const [control, typed, value] of TYPED)
  test(`${control.kind} ${JSON.stringify(typed)} stands for ${JSON.stringify(value)}`, () => {
    const form = formOf(`/x=${encodeURIComponent(typed)}`)
    assert.deepEqual(bodyOf([field('/x', control)], form).body, { x: value })
  })

test('several are those that are ticked, and what nobody sent is nothing', () => {
  const fields = [
    field('/scopes', { kind: 'several', options: [] }),
    field('/title', { kind: 'line' }),
    field('/names', { kind: 'list', rows: 2 }),
  ]
  assert.deepEqual(bodyOf(fields, formOf('/scopes=read&/scopes=review')).body, {
    scopes: ['read', 'review'],
    title: null,
    names: [],
  })
  assert.deepEqual(bodyOf(fields, formOf('')).body, { scopes: [], title: null, names: [] })
})

test('an inner object is there when something of it is', () => {
  const fields = [field('/tool/name', { kind: 'line' }), field('/tool/version', { kind: 'line' })]
  assert.deepEqual(bodyOf(fields, formOf('/tool/name=&/tool/version=')).body, {})
  assert.deepEqual(bodyOf(fields, formOf('/tool/name=eyes&/tool/version=')).body, {
    tool: { name: 'eyes' },
  })
})

const FINDINGS = field('/findings', {
  kind: 'group',
  atLeast: 2,
  one: 'Finding',
  more: 'More findings',
  fields: [
    field('/severity', { kind: 'choice', options: [] }),
    field('/locator', { kind: 'line' }),
    field('/comment', { kind: 'text', rows: 2 }),
  ],
})

test('rows in which nothing is typed are left out, and a pointer leads back to the row of the form', () => {
  const form = formOf(
    '/findings/0/severity=&/findings/0/comment=&/findings/3/severity=major&/findings/3/comment=b&/findings/10/comment=c',
  )
  const { body, fieldOf } = bodyOf([FINDINGS], form)
  assert.deepEqual(body, {
    findings: [
      { severity: 'major', locator: null, comment: 'b' },
      { severity: null, locator: null, comment: 'c' },
    ],
  })
  assert.equal(fieldOf('/findings/0/comment'), '/findings/3/comment')
  assert.equal(fieldOf('/findings/1/severity'), '/findings/10/severity')
  assert.equal(fieldOf('/findings/1'), '/findings/10')
  assert.equal(fieldOf('/findings'), '/findings')
  assert.equal(fieldOf('/title'), '/title')
})

test('what is posted beside the fields of the form is not in the body', () => {
  const form = formOf('/title=a&/admin=true&__proto__=x&/findings/x/comment=y&/findings/99999/comment=z')
  assert.deepEqual(bodyOf([field('/title', { kind: 'line' }), FINDINGS], form).body, {
    title: 'a',
    findings: [],
  })
})
