import assert from 'node:assert/strict'
import {
  addSyntax,
  createMarkdownParser,
  imagesIn,
  isLinkAddress,
  linkTarget,
  readHeadings,
  readMarkdown,
  toPlainText,
  withoutCode,
} from '@colophon/cli/markdown'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { renderMarkdown } from '../../src/render/render-markdown.ts'
import { showUnseen } from '../../src/render/visible.ts'
import { markdownTexts } from './markdown-parts.ts'
import { readPage, toLine } from './page-text.ts'

const WORD = /w\d+w/g
/** No text begins with it: a first heading that repeats the title is not shown again. */
const TITLE = 'The title of the page'
const plainCode = { load: async () => ({ highlight: () => null }) }

/** The library with the same options and syntax, and none of our changes for speed. */
function createStockParser() {
  const md = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting: 61 })
  md.validateLink = isLinkAddress
  md.normalizeLink = (address) => address
  md.normalizeLinkText = (address) => address
  addSyntax(md)
  return md
}

const stock = createStockParser()
const ours = createMarkdownParser()

/** Fails where a page shows another text than the readers see. Answers what the page shows as code. */
export async function assertReadersAgree(body: string): Promise<string | null> {
  assert.equal(ours.render(body), stock.render(body))
  const page = await renderMarkdown({ body, title: TITLE, path: '/a/b', showsImages: false }, plainCode)
  const images = imagesIn(body)
  const whole = readMarkdown(body)
  assert.equal(whole.plain, toPlainText(body))
  if (page === null) {
    assert.deepEqual([images, readHeadings(body), withoutCode(body)], [[], [], body])
    return null
  }
  const shown = readPage(page.html, (image) => images[image]?.words !== '')
  assert.equal(showUnseen(whole.plain), shown.text)
  assert.equal(images.length, shown.images.length)
  for (const [place, { at, words, address }] of images.entries()) {
    assert.match(body.slice(at, at + 4), /^(?:!\[|<img)/i)
    const name = showUnseen(words || (linkTarget(address, '/a/b')?.href ?? ''))
    assert.equal(toLine(shown.images[place] ?? ''), toLine(name || 'without a name'))
  }
  const named = readHeadings(body).filter(({ text }) => text !== '')
  assert.deepEqual(
    named.map(({ text }) => showUnseen(text)),
    page.headings.map(({ text }) => toLine(text)),
  )
  assert.deepEqual(
    whole.headings.map(({ level, start, text }) => ({ level, start, text })),
    readHeadings(body),
  )
  const bytes = Buffer.from(body)
  for (const { start, end, startByte, endByte, text, plainStart } of whole.blocks) {
    assert.equal(bytes.toString('utf8', startByte, endByte), body.slice(start, end))
    assert.ok(whole.plain.startsWith(text, plainStart))
  }
  return shown.code
}

/** For texts in every disorder; each has its words once, so that they are found again in the page. */
export async function assertReadersAgreeOnAny(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(markdownTexts, async (body) => {
    const code = await assertReadersAgree(body)
    if (code === null) return
    const prose = withoutCode(body)
    const shown = toPlainText(body)
    for (const [word] of body.matchAll(WORD))
      if (shown.includes(word)) assert.equal(prose.includes(word), !code.includes(word), word)
  })
  await fc.assert(property, { numRuns })
}
