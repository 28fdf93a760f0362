import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HOSTILE_TEXTS } from '../../test/support/hostile-texts.ts'
import { type Element, readMarkup } from '../../test/support/markup.ts'
import { createHighlighter } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Everything that the renderer has reason to write. */
const TAGS = new Set(
  `a abbr b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins kbd
  li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr
  annotation math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext
  mtr munder munderover semantics`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `aria-label class colspan dir href id open rel role rowspan start tabindex title accent accentunder columnalign columnlines
  columnspacing depth display displaystyle encoding fence form height linebreak linethickness lspace mathbackground mathcolor
  mathsize mathvariant maxsize minsize notation rowlines rowspacing rspace scriptlevel separator side stretchy symmetric voffset
  width xmlns`.split(/\s+/),
)
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

const HANDLERS = [
  'onclick',
  'onerror',
  'ontoggle',
  'style',
  'srcset',
  'srcdoc',
  'formaction',
  'xlink:href',
  'class',
  'ping',
  'target',
]
const KEPT = [
  'id',
  'name',
  'title',
  'dir',
  'align',
  'href',
  'src',
  'alt',
  'width',
  'open',
  'colspan',
  'start',
]
const VALUES = [
  ...[
    'alert(1)',
    'javascript:alert(1)',
    'JAVASCRIPT&colon;alert(1)',
    '//x.example/a',
    'data:text/html,x',
    'main',
    'at-x',
    ':note-1',
  ],
  ...[
    '"',
    "'",
    '`',
    '<',
    '>',
    '&quot;&gt;&lt;script&gt;',
    '\u202e',
    '1',
    '99999',
    'url(//x.example)',
    'x" onclick="alert(1)',
  ],
]
const NAMES = [
  ...'a abbr b blockquote br center code details div font h1 h6 hr img kbd li ol p picture pre q ruby rt'.split(
    ' ',
  ),
  ...'script style svg math iframe object embed form input button link meta base template noscript textarea'.split(
    ' ',
  ),
  ...'source span strike sub summary sup table tbody td th title tr tt ul video xmp plaintext T'.split(' '),
]
const FORMULAS = [
  '\\href{javascript:alert(1)}{x}',
  '\\url{//x.example}',
  '\\includegraphics{//x.example/a.png}',
  '\\htmlStyle{color:red}{x}',
  '\\htmlClass{bar}{x}',
  '\\htmlId{main}{x}',
  '\\htmlData{a=b}{x}',
  '\\text{<script>alert(1)</script>}',
  '\\color{#f00"onclick=}x',
  '\\fcolorbox{red}{blue}{x}',
  '\\def\\a{\\a\\a}\\a',
  '\\rule{9999em}{9999em}',
  '\\boxed{x}\\cancel{y}\\begin{matrix}a&b\\\\c&d\\end{matrix}',
]
const quoted = fc.constantFrom('"', "'", '')
const attribute = fc
  .tuple(fc.constantFrom(...HANDLERS, ...KEPT), quoted, fc.constantFrom(...VALUES))
  .map(([name, quote, value]) => ` ${name}=${quote}${value}${quote}`)
const tag = fc
  .tuple(
    fc.constantFrom('<', '</', '< ', '<<'),
    fc.constantFrom(...NAMES),
    fc.array(attribute, { maxLength: 3 }),
  )
  .map(([start, name, attributes]) => `${start}${name}${attributes.join('')}>`)
const formula = fc.constantFrom(...FORMULAS).map((source) => `$${source}$`)
const glue = fc.constantFrom(
  '\n',
  '\n\n',
  ' ',
  '',
  '> ',
  '- ',
  '|',
  '|-|-|\n',
  '# ',
  '<!--',
  '-->',
  '[^1]',
  '\n[^1]: ',
  '```\n',
  '*',
  '`',
)
const hostile = fc
  .array(fc.oneof(tag, tag, glue, glue, formula, fc.constantFrom(...HOSTILE_TEXTS)), {
    minLength: 3,
    maxLength: 24,
    size: 'max',
  })
  .map((parts) => parts.join(''))

test('one thousand hostile documents become nothing that runs, loads or clobbers, each id once', async () => {
  const plain = { load: async () => ({ highlight: () => null }) }
  const property = fc.asyncProperty(hostile, async (body) => {
    const set = await renderMarkdown({ body, title: 'x', path: '/tools/saw', showsImages: false }, plain)
    if (set === null) return
    const elements = readMarkup(set.html)
    elements.forEach(assertHarmless)
    const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? [])
    assert.equal(new Set(ids).size, ids.length, ids.join(' '))
  })
  await fc.assert(property, { numRuns: 1000, seed: 20_260_701 })
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
