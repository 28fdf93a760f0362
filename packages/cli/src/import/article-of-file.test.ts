import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BYTE_LIMITS } from '@colophon/contract'
import { articleOfFile } from './article-of-file.ts'

const read = (text: string) => articleOfFile('some-name.md', Buffer.from(text))

test('a plain file is an article', () => {
  assert.deepEqual(read('# Tides\n\nThey come.\n'), {
    kind: 'article',
    title: 'Tides',
    summary: 'They come.',
    body: '# Tides\n\nThey come.\n',
  })
})

test('a file of code alone is summed up by its title', () => {
  const { title, summary } = read('```\nx = 1\n```\n')
  assert.deepEqual({ title, summary }, { title: 'Some name', summary: 'Some name' })
})

test('front matter may make it an observation, and names references', () => {
  const reference = { kind: 'url', url: 'https://tides.example/', title: 'Tables' }
  const article = read(
    `---\ntitle: Seen\nsummary: It rose.\nkind: observation\nobserved_at: 2026-03-01T00:00:00Z\nrefresh_after: 2027-03-01T00:00:00Z\napplicability: here\nreferences:\n  - ${JSON.stringify(reference)}\n---\nBody\n`,
  )
  assert.deepEqual(article, {
    kind: 'observation',
    title: 'Seen',
    summary: 'It rose.',
    body: 'Body\n',
    references: [reference],
    observed_at: '2026-03-01T00:00:00Z',
    refresh_after: '2027-03-01T00:00:00Z',
    applicability: 'here',
  })
})

test('front matter that was meant for something else says nothing', () => {
  const article = read('---\nkind: how-to\nobserved_at: 7\nreferences: [RFC 1, RFC 2]\n---\nBody\n')
  assert.deepEqual(article, { kind: 'article', title: 'Some name', summary: 'Body', body: 'Body\n' })
})

test('a file is measured by the text that would be stored, not by what is around it', () => {
  const longest = `${'a'.repeat(BYTE_LIMITS.articleBody / 2 - 1)}\n`.repeat(2)
  for (const file of [longest, `---\ntitle: Long\n---\n${longest}`, longest.replaceAll('\n', '\r\n')])
    assert.equal(articleOfFile('x.md', Buffer.from(file)).body, longest)
})

test('what cannot be read is refused with its reason', () => {
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /is empty/],
    [' \n\u200b\n', /no text/],
    ['---\ntitle: x\n---\n', /no text/],
    [Uint8Array.of(0x23, 0x20, 0xc0, 0xaf), /not valid UTF-8/],
    [new Uint8Array(BYTE_LIMITS.articleBody).fill(97), /has a text of over 1048576 bytes/],
    [new Uint8Array(BYTE_LIMITS.submissionRequest + 1).fill(97), /is over 8388608 bytes/],
    ['---\nkind: observation\nobserved_at: 7\n---\nBody\n', /observed_at is no text/],
  ]
  for (const [bytes, reason] of cases)
    assert.throws(() => articleOfFile('x.md', Buffer.from(bytes)), { message: reason })
})
