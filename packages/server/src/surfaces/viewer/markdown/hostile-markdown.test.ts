import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Element, readMarkup } from '../../../../test/support/markup.ts'
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

/** Schemes that run something, as browsers read them and as Markdown hides them. */
const SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#x003A;alert(1)',
  'javascript&#0000058alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#x0D;script:alert(1)',
  '&#1;javascript:alert(1)',
  '&nbsp;javascript:alert(1)',
  'java\\script:alert(1)',
  'javascript%3Aalert(1)',
  'jav%0Aascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u200b:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg/onload=alert(1)>',
  'blob:https://x.example/1',
  'file:///etc/passwd',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
]

/** Ways to make a link or an image of an address. */
const FORMS: readonly ((address: string) => string)[] = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}>)`,
  (address) => `![x](${address})`,
  (address) => `[x][y]\n\n[y]: ${address}`,
]

const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="//x.example">',
  '<meta http-equiv="refresh" content="0;url=//x.example">',
  '<link rel=stylesheet href=//x.example>',
  '<style>@import "//x.example"</style>',
  '<form action=//x.example><button>x</button></form>',
  '<object data="javascript:alert(1)"></object>',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<!-- comment --><b>x</b>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE html><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '</div></main><script>alert(1)</script>',
  '<div\nonclick=alert(1)>x</div>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\<script>alert(1)\\</script>',
  '`<script>`</code><script>alert(1)</script>`',
  '<xss id=x tabindex=1 onfocus=alert(1)>',
  '<scr<script>ipt>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
]

const STRUCTURE = [
  '[x](https://x.example "\\" onmouseover=alert(1) ")',
  "[x](https://x.example 'a\"onmouseover=alert(1)')",
  '[x](https://x.example/"onmouseover="alert(1))',
  '[x](mailto:a"onmouseover="alert(1)@x.example)',
  '<https://x.example/"onmouseover="alert(1)>',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[<script>alert(1)</script>](https://x.example)',
  '![<script>alert(1)</script>](https://x.example/a.png)',
  '![" onerror="alert(1)](https://x.example/a.png)',
  '[![x](javascript:alert(1))](javascript:alert(1))',
  '[![x](https://x.example/a.png)](https://x.example "<script>")',
  '```"><script>alert(1)</script>\nx\n```',
  '```js" onclick="alert(1)\nx\n```',
  '~~~html\n<script>alert(1)</script>\n~~~',
  '```json\n{"<script>alert(1)</script>":"</dd><script>alert(1)</script>"}\n```',
  '```json\n{"case":"</strong><img src=x onerror=alert(1)>","__proto__":{"a":1}}\n```',
  '```json\n{"constructor":{"prototype":1},"hasOwnProperty":1,"toString":null}\n```',
  '```__proto__\nx\n```',
  '```constructor\nx\n```',
  '# <script>alert(1)</script>',
  '# __proto__\n\n# constructor\n\n# body\n\n# main\n\n# cookie',
  '|<script>|b|\n|-|-|\n|"onclick=|</td><script>|',
  '|a|\n|:-:"onclick="alert(1)|\n|b|',
  '1. <script>alert(1)</script>\n\n99999999999. x',
  '> <script>alert(1)\n> </script>',
  '***a **b *c __d _e ~~f `g` ~~ _ __ * ** ***',
  '[a](<b)c>(https://x.example)[d]](e)',
  '[x]: javascript:alert(1) "\n[x]',
  '[x]:\njavascript:alert(1)\n\n[x]',
  '[__proto__]\n\n[__proto__]: https://x.example',
  '[constructor]\n\n[toString][valueOf]',
  'a\u202e\u2066<script>\u2069\u202c',
]

const CASES = [...SCHEMES.flatMap((address) => FORMS.map((form) => form(address))), ...HTML, ...STRUCTURE]

test(`${CASES.length} hostile texts become nothing that runs, loads or clobbers`, async () => {
  assert.ok(CASES.length >= 150)
  const highlighter = await createHighlighter()
  const manuscript = { title: 'x', path: '/tools/saw', showsImages: false }
  for (const body of CASES) {
    const set = await renderMarkdown({ ...manuscript, body }, highlighter)
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
