import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { markdownTexts } from '../../../test/support/markdown-parts.ts'
import { outlineOf } from '../../text/outline.ts'
import { type Chunk, chunksOf } from './chunks.ts'

const FRONT = '---\ntitle: "Säge 😀"\n---\n\n'

/** The texts of the chunks of a body, each held to its bytes. */
function textsOf(body: string, mostBytes = 4096): string[] {
  return readChunks(body, mostBytes).map(({ text }) => text)
}

function readChunks(body: string, mostBytes: number): { chunk: Chunk; text: string }[] {
  const bytes = Buffer.from(FRONT + body)
  const outline = outlineOf(bytes)
  let end = Buffer.byteLength(FRONT)
  return chunksOf(outline, mostBytes).map((chunk) => {
    const text = outline.text.slice(chunk.textStart, chunk.textEnd)
    assert.ok(chunk.start >= end && chunk.end > chunk.start)
    assert.ok(chunk.end - chunk.start <= mostBytes, `${chunk.end - chunk.start} bytes`)
    assert.ok(chunk.bytesWithGap >= chunk.end - chunk.start)
    assert.equal(bytes.toString('utf8', chunk.start, chunk.end), text)
    assert.equal(text, text.replace(/[ \t\n]+$/, ''))
    const section = outline.sections[chunk.section]
    assert.ok(section && chunk.start >= section.start && chunk.end <= section.end)
    end = chunk.end
    return { chunk, text }
  })
}

const long = (sentence: string, times: number) => Array(times).fill(sentence).join(' ')

test('short neighbours of a section are one chunk, with its heading; sections stay apart', () => {
  assert.deepEqual(
    textsOf('Before.\n\n# A\n\none\n\n- two\n- three\n\n## B\n\n```\nfour\n\nfive\n```\n\n# Empty\n'),
    ['Before.', '# A\n\none\n\n- two\n- three', '## B\n\n```\nfour\n\nfive\n```'],
  )
})

test('a chunk has the headings that it stands under', () => {
  const body = 'a\n\n## B\n\nb\n\n#### D\n\nd\n\n### C\n\nc\n\n# A\n\na\n'
  assert.deepEqual(
    readChunks(body, 4096).map(({ chunk }) => chunk.headings),
    [[], ['B'], ['B', 'D'], ['B', 'C'], ['A']],
  )
})

test('whole paragraphs and whole code are joined while they are short, and never cut below 4 KiB', () => {
  const [paragraph, code] = [
    long('A sentence of some words.', 60),
    `\`\`\`\n${long('code', 700)}\n\n${long('code', 90)}\n\`\`\``,
  ]
  assert.deepEqual(textsOf(`${paragraph}\n\nShort.\n\nToo.\n\n${code}\n\nEnd.\n`), [
    paragraph,
    'Short.\n\nToo.',
    code,
    'End.',
  ])
})

test('what is longer is cut at the end of a sentence, of a line, or of a word', () => {
  const cases: [body: string, ends: RegExp][] = [
    [long('A sentence (of some words).', 600), /\.$/],
    [long('他说话。', 2000).replaceAll(' ', ''), /。$/],
    [`\`\`\`\n${Array(300).fill('a line of code, indented').join('\n  ')}\n\`\`\``, /(indented|```)$/],
    [`|a|b|\n|-|-|\n${Array(600).fill('|one|two words|').join('\n')}`, /\|$/],
    [long('word', 3000), /d$/],
    ['é'.repeat(9000), /é$/],
    ['😀'.repeat(5000), /😀$/u],
  ]
  for (const [body, ends] of cases) {
    const texts = textsOf(`${body}\n`)
    assert.ok(texts.length >= 2, `${texts.length}`)
    for (const text of texts) {
      assert.match(text, ends)
      assert.ok(text.isWellFormed())
    }
    const whole = (text: string) => text.replaceAll(/\s/g, '')
    assert.equal(whole(texts.join('')), whole(body))
    for (const text of texts.slice(0, -1)) assert.ok(Buffer.byteLength(text) > 1900)
  }
})

test('of 2,000 texts, and with the least budget, every chunk is its bytes and nothing is left out', () => {
  const texts = fc.tuple(markdownTexts, fc.constantFrom(800, 4096), fc.nat({ max: 60 }))
  fc.assert(
    fc.property(texts, ([part, mostBytes, times]) => {
      const body = `${part}\n`.repeat(1 + (times % 7))
      const shown = readChunks(body, mostBytes)
        .map(({ text }) => text)
        .join(' ')
      for (const [word] of part.matchAll(/w\d+w/g)) {
        const inBlocks = outlineOf(Buffer.from(FRONT + body))
          .sections.slice(1)
          .some(({ blocks }) =>
            blocks.some(({ textStart, textEnd }) => (FRONT + body).slice(textStart, textEnd).includes(word)),
          )
        assert.ok(!inBlocks || shown.includes(word), word)
      }
    }),
    { numRuns: 2000 },
  )
})
