import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthoredFrontMatter } from './authored-front-matter.ts'

test('front matter written by people is read and taken off the body', () => {
  const read = readAuthoredFrontMatter(
    '\ufeff---\r\ntitle: "Tides: a guide"\r\ntags: [a, b]\r\n---\r\n\r\n# Hi\r\n',
  )
  assert.deepEqual(read, { fields: { title: 'Tides: a guide', tags: ['a', 'b'] }, body: '# Hi\n' })
  assert.deepEqual(readAuthoredFrontMatter('---\na: 2020-01-01\n---'), {
    fields: { a: '2020-01-01' },
    body: '',
  })
})

test('what is no valid mapping stays in the body', () => {
  const bodies = [
    '',
    '# Hi\n',
    '---\n',
    '---\n---\n\nx',
    '---\nno end\n',
    '---\njust text\n---\nx',
    '---\n- a\n---\nx',
    '----\na: 1\n----\n',
    '---js\n{ title: process.exit(3) }\n---\nx',
    '---\na: 1\na: 2\n---\nx',
    '---\na: "open\n---\nx',
    'x\n---\na: 1\n---\n',
    `---\na: ${'['.repeat(10_000)}\n---\nx`,
    `---\n${'k'.repeat(20_000)}: 1\n---\nx`,
    '---\na: &a [1,1,1,1]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n---\nx',
  ]
  for (const body of bodies) assert.deepEqual(readAuthoredFrontMatter(body), { fields: {}, body })
})

test('front matter of a revision is read however long it is', () => {
  const references = Array.from({ length: 100 }, (_, place) => ({
    kind: 'url',
    note: `${place} `.repeat(200),
  }))
  const fields = { format_version: 1, kind: 'candidate', references, title: 'Tides' }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const read = readAuthoredFrontMatter(`---\n${lines.join('\n')}\n---\n\nThey come.\n`)
  assert.deepEqual(read, { fields, body: 'They come.\n' })
})

test('front matter written by people cannot reach a prototype or run anything', () => {
  const { fields } = readAuthoredFrontMatter(
    '---\n__proto__: {admin: true}\n<<: {admin: true}\nf: !!js/function "x"\n---\n',
  )
  assert.deepEqual(Object.keys(fields), ['<<', 'f'])
  assert.equal(Reflect.get(Object.assign({}, fields), 'admin'), undefined)
  assert.equal(fields.f, 'x')
  const alike = readAuthoredFrontMatter('---\n__proto__: {"admin": true}\nformat_version: 1\n---\n')
  assert.deepEqual(Object.keys(alike.fields), ['format_version'])
})
