import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkup } from '../../test/support/markup.ts'
import { createHighlighter } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'

const highlighter = createHighlighter()

async function render(body: string, more: { title?: string; showsImages?: boolean } = {}) {
  const { title = 'Saws', showsImages = false } = more
  const set = await renderMarkdown({ body, title, path: '/tools/saw', showsImages }, await highlighter)
  assert.ok(set)
  readMarkup(set.html)
  return set
}

test('a first heading that repeats the title is left out, and the others go below the title of the page', async () => {
  const { html, headings } = await render('# Saws\n\nText\n\n# Kinds\n\n### Hand\n\n###### Small\n')
  assert.doesNotMatch(html, /<h1|Saws/)
  assert.deepEqual(headings, [
    { id: 'at-kinds', text: 'Kinds', level: 2 },
    { id: 'at-hand', text: 'Hand', level: 3 },
    { id: 'at-small', text: 'Small', level: 4 },
  ])
})

test('links say where they leave the site, and lead people to pages', async () => {
  const hash = 'b'.repeat(64)
  const { html } = await render(`[a](https://x.example) [b](/objects/${hash}) [](https://y.example)`)
  assert.match(html, /<a href="https:\/\/x\.example\/" rel="nofollow noopener noreferrer" class="outside">a</)
  assert.match(html, new RegExp(`<a href="/revisions/${hash}">b<`))
  assert.match(html, />https:\/\/y\.example<\/a>/)
})

test('an image of another site is named and not loaded, unless the operator wants it', async () => {
  const body = '![A saw](https://x.example/saw.png) [![Badge](https://x.example/b.svg)](https://x.example)'
  const { html } = await render(body)
  assert.doesNotMatch(html, /<img/)
  assert.match(
    html,
    /<a href="https:\/\/x\.example\/saw\.png"[^>]*><span class="image">Image: A saw<\/span><\/a>/,
  )
  assert.match(
    (await render(body, { showsImages: true })).html,
    /<img src="https:\/\/x\.example\/saw\.png" alt="A saw"/,
  )
  assert.doesNotMatch((await render('![x](http://x.example/a.png)', { showsImages: true })).html, /<img/)
})

test('code has a class for each kind of token, and no style', async () => {
  const { html } = await render('```js\nconst a = "b" // c\n```\n\n```nonsense\n<b>\n```\n')
  assert.match(html, /<span class="t-keyword">const/)
  assert.match(html, /<span class="t-string">&quot;b&quot;<\/span>/)
  assert.match(html, /<code>&lt;b&gt;<\/code>/)
})

test('cells are aligned by class, and a heading cell without words is none', async () => {
  const { html } = await render('| |b|\n|:-|-:|\n|c|d|\n')
  assert.match(html, /<td class="left"><\/td>\s*<th class="right">b<\/th>/)
  assert.doesNotMatch(html, /style=/)
})

test('characters that nobody sees, or that turn others around, are named', async () => {
  const { html } = await render('a\u202eb\u2066c `d\u200be` 👩‍👩‍👧')
  assert.match(html, /a⟨U\+202E⟩b⟨U\+2066⟩c <code>d⟨U\+200B⟩e<\/code> 👩‍👩‍👧/u)
})

test('what is nested too deep to be shown whole is not shown in part', async () => {
  const request = { title: '', path: '/a/b', showsImages: false }
  for (const body of [
    `${'> '.repeat(80)}x`,
    Array.from({ length: 80 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n'),
  ])
    assert.equal(await renderMarkdown({ ...request, body }, await highlighter), null)
})

test('harmless tags of an author are written anew, and what is open is closed where it was opened', async () => {
  const body = [
    '<details><summary>More</summary>\n\n- <kbd>a\n- b</kbd>\n',
    '<p align="center" onclick="x"><a href="https://x.example"><img src="/a/b" alt="c" width="9"></a>\n\nd\n\n</p>',
    '<h1 id="own">Kinds &amp; more</h1>\n\n<td>e</td> <script>f</script><!-- g -->',
  ].join('\n\n')
  const { html, headings } = await render(body)
  assert.match(html, /<details><summary>\s*More\s*<\/summary>/)
  assert.match(html, /<li><kbd>a<\/kbd><\/li>\s*<li>b<\/li>/)
  assert.match(
    html,
    /<p class="center">\s*<a href="https:\/\/x\.example\/"[^>]*>\s*<span class="image">Image: c<\/span>/,
  )
  assert.match(html, /&lt;script&gt;f&lt;\/script&gt;/)
  assert.doesNotMatch(html, /onclick|<td|<script|g -->/)
  assert.deepEqual(headings, [{ id: 'at-kinds--more', text: 'Kinds & more', level: 2 }])
  assert.match(html, /<span id="at-own"><\/span>/)
})

test('notes, tasks, alerts and formulas are set as such', async () => {
  const { html } = await render(
    'a[^x] b[^x]\n\n[^x]: c\n\n- [x] d\n\n> [!TIP]\n> e\n\n$f^2$ for $5\n\n$$\n\\href{javascript:alert(1)}{g}\n$$\n',
  )
  assert.match(html, /<a id="at-:mark-1" href="#at-:note-1"[^>]*>1<\/a>/)
  assert.match(html, /<a id="at-:mark-1-2" href="#at-:note-1"/)
  assert.match(html, /<div class="note" id="at-:note-1">/)
  assert.match(html, /aria-label="Done">☑<\/span> d/)
  assert.match(html, /<div class="alert alert-tip" role="note">/)
  assert.match(html, /<msup><mi>f<\/mi><mn>2<\/mn><\/msup>/)
  assert.match(html, /for \$5/)
  assert.doesNotMatch(html, /<(?:mrow|mi)[^>]* href/)
})

test('a text with words from right to left says so of each block, another of none', async () => {
  assert.match((await render('שלום\n\n- hello\n')).html, /<p dir="auto">שלום<\/p>\s*<ul>\s*<li dir="auto">/)
  assert.doesNotMatch((await render('hello\n')).html, /dir=/)
})
