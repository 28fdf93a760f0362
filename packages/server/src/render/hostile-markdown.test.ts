import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE_TEXTS } from '../../test/support/hostile-texts.ts'
import { type Element, readMarkup } from '../../test/support/markup.ts'
import { createHighlighter } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Everything that the renderer has reason to write. */
const TAGS = new Set(
  `a blockquote br code dd details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr li ol p pre s span strong summary
  table tbody td th thead tr ul`.split(/\s+/),
)
const ATTRIBUTES = new Set('aria-label class href id rel role start tabindex title'.split(' '))
const HREF = /^(?:https?:\/\/[^\s"<>]+|mailto:[^\s]+|#at-.*|\/(?:read|revisions|topics|search)(?:[/?].*)?)$/s

function assertHarmless({ tag, attributes }: Element): void {
  assert.ok(TAGS.has(tag), `<${tag}>`)
  for (const [name, value] of attributes) {
    assert.ok(ATTRIBUTES.has(name), `${tag} ${name}`)
    if (name === 'href') assert.match(value, HREF)
    if (name === 'id') assert.match(value, /^at-/)
  }
}

test(`${HOSTILE_TEXTS.length} hostile texts become nothing that runs, loads or clobbers`, async () => {
  assert.ok(HOSTILE_TEXTS.length >= 150)
  const highlighter = await createHighlighter()
  const request = { title: 'x', path: '/tools/saw', showsImages: false }
  for (const body of HOSTILE_TEXTS) {
    const set = await renderMarkdown({ ...request, body }, highlighter)
    assert.ok(set)
    try {
      readMarkup(set.html).forEach(assertHarmless)
    } catch (cause) {
      throw new Error(`${JSON.stringify(body)} became ${set.html}`, { cause })
    }
  }
})

test('the guard of this table sees a script, a handler, a style and a bad address', () => {
  for (const html of [
    '<script></script>',
    '<p onclick="x"></p>',
    '<p style="x"></p>',
    '<a href="javascript:alert(1)"></a>',
    '<a href="/console"></a>',
    '<p id="main"></p>',
  ])
    assert.throws(() => readMarkup(html).forEach(assertHarmless), html)
  for (const html of ['<p>', '</p>', '<p><b></p></b>', '<p a=b></p>', 'a < b', '<p a="1" a="2"></p>'])
    assert.throws(() => readMarkup(html), html)
})
