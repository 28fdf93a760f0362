import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { markdownTexts } from '../../test/support/markdown-parts.ts'
import { toLine } from '../../test/support/page-text.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { showUnseen } from '../render/visible.ts'
import { type Outline, outlineOf } from './outline.ts'

const FRONT = '---\nkind: "candidate"\ntitle: "Säge 😀"\n---\n\n'
const plainCode = { load: async () => ({ highlight: () => null }) }

/** The outline of a body, held to its bytes: nothing is left out and nothing is twice. */
function outlined(body: string): Outline {
  const bytes = Buffer.from(FRONT + body)
  const outline = outlineOf(bytes)
  const { text, sections } = outline
  assert.equal(text, FRONT + body)
  let end = 0
  for (const section of sections) {
    assert.equal(section.start, end)
    assert.ok(section.end > section.start)
    end = section.end
    let within = section.start
    for (const place of [...section.blocks, section])
      assert.equal(bytes.toString('utf8', place.start, place.end), text.slice(place.textStart, place.textEnd))
    for (const block of section.blocks) {
      assert.ok(block.start >= within && block.end > block.start && block.end <= section.end)
      within = block.end
    }
  }
  assert.equal(end, bytes.length)
  assert.deepEqual([sections[0]?.level, sections[0]?.end], [0, Buffer.byteLength(FRONT)])
  return outline
}

function briefly(body: string): string[] {
  const { text, sections } = outlined(body)
  return sections
    .slice(1)
    .map(
      ({ level, heading, textStart, textEnd, blocks }) =>
        `${level} ${heading} ${JSON.stringify(text.slice(textStart, textEnd))} ${blocks.map(({ kind }) => kind)}`,
    )
}

const CASES: Record<string, [body: string, sections: string[]]> = {
  'a body without headings is one section': [
    'One.\n\nTwo.\n',
    ['0 null "One.\\n\\nTwo.\\n" paragraph,paragraph'],
  ],
  'an empty body has no section': ['', []],
  'what stands before the first heading is a section of level 0': [
    'é\n\n# *Saw* `x`\n\n## 😀 Use\nCut.\n',
    [
      '0 null "é\\n\\n" paragraph',
      '1 Saw x "# *Saw* `x`\\n\\n" ',
      '2 😀 Use "## 😀 Use\\nCut.\\n" paragraph',
    ],
  ],
  'lines below a heading, and headings in quotes and lists, head what follows them': [
    'A\n=\n\nb\n\n> # C\n> d\n\n- ## E\n',
    ['1 A "A\\n=\\n\\nb\\n\\n" paragraph', '1 C "> # C\\n> d\\n\\n" paragraph', '2 E "- ## E\\n" '],
  ],
  'a heading without words heads nothing': ['# A\n\n##\n\nb\n', ['1 A "# A\\n\\n##\\n\\nb\\n" paragraph']],
  'what looks like a heading in code is none': [
    '# A\n\n```\n# b\n```\n\n    # c\n',
    ['1 A "# A\\n\\n```\\n# b\\n```\\n\\n    # c\\n" code,code'],
  ],
  'a text nested too deep to be shown is one section of code': [
    `${'> '.repeat(80)}# x\n`,
    [`0 null "${'> '.repeat(80)}# x\\n" code`],
  ],
}

for (const [name, [body, sections]] of Object.entries(CASES))
  test(name, () => assert.deepEqual(briefly(body), sections))

test('of 2,000 texts the sections are whole and have the headings of the page', async () => {
  const property = fc.asyncProperty(markdownTexts, async (body) => {
    const { sections } = outlined(body)
    const page = await renderMarkdown({ body, title: '', path: '/a/b', showsImages: false }, plainCode)
    assert.deepEqual(
      sections.flatMap(({ heading }) => (heading === null ? [] : [showUnseen(heading)])),
      page === null ? [] : page.headings.map(({ text }) => toLine(text)),
    )
  })
  await fc.assert(property, { numRuns: 2000 })
})
