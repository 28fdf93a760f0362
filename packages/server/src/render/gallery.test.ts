import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { HEADING_PREFIX } from '@colophon/cli/markdown'
import GithubSlugger from 'github-slugger'
import { corpusFolder, corpusMissing } from '../../test/support/corpus.ts'
import { createHighlighter } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Documents that nobody wrote for these pages: those of the packages that are installed, and of the corpus. */
const COLLECTIONS = [
  {
    name: 'READMEs of packages',
    folder: resolve(import.meta.dirname, '../../../../node_modules'),
    pattern: '**/README.md',
    every: 1,
    skip: false,
  },
  {
    name: 'long proposals',
    folder: join(corpusFolder, 'rust-rfcs'),
    pattern: '*.md',
    every: 6,
    skip: corpusMissing('rust-rfcs'),
  },
] as const

const [SHORTEST, LONGEST, MOST] = [1000, 1_000_000, 120]

function documentsOf({ folder, pattern, every }: (typeof COLLECTIONS)[number]) {
  return globSync(pattern, { cwd: folder })
    .sort()
    .filter((_, place) => place % every === 0)
    .map((name) => ({ name, body: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') }))
    .filter(({ body }) => body.length >= SHORTEST && body.length <= LONGEST)
    .slice(0, MOST)
}

const TAGS =
  /&lt;\/?(?:a|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)\b/

/** What of the source a reader of the page sees as source, beside code and formulas. */
function rawIn(html: string): Record<string, string | undefined> {
  const prose = html.replaceAll(/<(pre|code|math)\b[\s\S]*?<\/\1>/g, ' ')
  const words = prose.replaceAll(/<[^>]*>/g, ' ')
  const unlinked = prose.replaceAll(/<a\b[\s\S]*?<\/a>/g, ' ').replaceAll(/<[^>]*>/g, ' ')
  return {
    link: /\w\]\([^)]*\)/.exec(words)?.[0],
    tag: TAGS.exec(words)?.[0],
    comment: /&lt;!--/.exec(words)?.[0],
    address: /https?:\/\/\S+/.exec(unlinked)?.[0],
  }
}

/** Links within the page to headings that GitHub would find. */
function deadAnchors(html: string, headings: readonly { text: string }[]): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id))
  const slugger = new GithubSlugger()
  const slugs = new Set(headings.map(({ text }) => slugger.slug(text)))
  return [...html.matchAll(/href="#([^"]*)"/g)]
    .map(([, target = '']) => decodeURIComponent(target))
    .filter((target) => !ids.has(target))
    .map((target) => target.slice(HEADING_PREFIX.length))
    .filter((target) => slugs.has(target.toLowerCase()))
}

for (const collection of COLLECTIONS)
  test(`${collection.name} are set as their authors know them`, { skip: collection.skip }, async (t) => {
    const highlighter = await createHighlighter()
    const documents = documentsOf(collection)
    assert.ok(documents.length >= 80, `${documents.length} documents`)
    let anchors = 0
    for (const { name, body } of documents) {
      const request = { title: 'T', path: '/tools/saw', showsImages: false, body }
      const set = await renderMarkdown(request, highlighter)
      assert.ok(set !== null, name)
      for (const [what, found] of Object.entries(rawIn(set.html)))
        assert.equal(found, undefined, `${name} shows a ${what} as source`)
      assert.deepEqual(deadAnchors(set.html, set.headings), [], name)
      anchors += [...set.html.matchAll(/href="#/g)].length
    }
    t.diagnostic(`${documents.length} documents with ${anchors} links within their pages`)
  })

test('what the gallery looks for is found where it is', () => {
  const html =
    '<p>[a](b) &lt;kbd&gt; &lt;!-- c --&gt; https://a.example</p><p><a href="#at-saws">x</a> <code>[a](b)</code></p>'
  assert.ok(Object.values(rawIn(html)).every((found) => found !== undefined))
  assert.deepEqual(deadAnchors(html, [{ text: 'Saws' }]), ['saws'])
  const linked = '<p><a href="https://a.example">https://a.example</a> <code>&lt;kbd&gt;</code></p>'
  assert.ok(Object.values(rawIn(linked)).every((found) => found === undefined))
})
