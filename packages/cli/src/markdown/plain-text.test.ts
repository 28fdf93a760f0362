import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toLine, toPlainText } from './plain-text.ts'

const lines = (...text: string[]) => toPlainText(text.join('\n'))

test('headings, rules, quotes and lists lose their marks', () => {
  assert.equal(
    lines('# One ##', '', 'Two', '===', '***', '> three', '> > four', '', '- five', '  1. six'),
    'One Two three four five six',
  )
  assert.equal(lines('C# and #1 and 2 > 1 - 0'), 'C# and #1 and 2 > 1 - 0')
})

test('code stays as it is written', () => {
  assert.equal(
    lines('`a*b*c` and ``x ` y``', '', '```ts', 'const x = a * b * c // <b>', '```', 'after'),
    'a*b*c and x ` y const x = a * b * c // <b> after',
  )
  assert.equal(lines('~~~', '``` *x*', '~~~', '*y*'), '``` *x* y')
  assert.equal(lines('> ```', '> *x*', '> ```', '', '    *indented*'), '*x* *indented*')
  assert.equal(lines('text `` of ticks', '', '```', 'never closed'), 'text `` of ticks never closed')
})

test('links and images are their texts', () => {
  assert.equal(
    lines('[a](http://x.y/(z) "t") ![b](c.png) [![d](e)](f) <https://g.h> <i@j.k>'),
    'a b d https://g.h i@j.k',
  )
  assert.equal(lines('[a][L] [l] [l][] [none] x[0][1]', '', '[l]: http://x'), 'a l l [none] x[0][1]')
  assert.equal(lines('[a](<x> "t") [b]( c ) [c](d'), 'a b [c](d')
  assert.equal(lines('[](https://x.y) ![](c.png)'), 'https://x.y')
})

test('emphasis goes, what only looks like it stays', () => {
  assert.equal(lines('*a* **b** ***c*** __d__ _e_ ~~f~~ **g *h***'), 'a b c d e f g h')
  assert.equal(
    lines('snake_case_word 2 * 3 * 4 *open ~/.ssh \\*kept\\* a_b_'),
    'snake_case_word 2 * 3 * 4 *open ~/.ssh *kept* a_b_',
  )
})

test('tables become their cells', () => {
  assert.equal(
    lines('before', '', '| a | *b* |', '|:--|---|', '| 1 \\| 2 | `3` |', '', 'x | y'),
    'before a b 1 | 2 3 x | y',
  )
})

test('tags that pages show, comments and marks of tasks and notes are no words', () => {
  assert.equal(lines('a<br>b <b class="x">c</b><!-- d -->', '', '<!-- d', '', 'e -->', 'f'), 'a b c f')
  assert.equal(lines('<h1 align="center">A <i>b</i></h1>', '<p>c &amp;', '*d*</p>', '', 'e'), 'A b c & *d* e')
  assert.equal(lines('<details>', '<summary>a</summary>', '', '*b*', '', '</details>'), 'a b')
  assert.equal(lines('fact[^1].', '', '[^1]: the *source*', '', '[^2]: b'), 'fact. the source b')
  assert.equal(lines('- [x] done', '- [ ] to do', '', '[x] is no task'), 'done to do [x] is no task')
  assert.equal(lines('> [!NOTE]', '> a', '', '> [!NOTE] b', '', '> [!FOO]', '> c'), 'a [!NOTE] b [!FOO] c')
  assert.equal(lines('$x^2$ costs $5 or $6', '', '$$', 'a_1', '$$'), 'x^2 costs $5 or $6 a_1')
})

test('what a page shows as it stands is read as it stands: other HTML, notes that are not there, links that lead nowhere', () => {
  assert.equal(
    lines('a<script>b</script> <T x="y">', '', '<!-- c', '', 'd'),
    'a<script>b</script> <T x="y"> <!-- c d',
  )
  assert.equal(lines('Vec<T> and HashMap::<K> but 1 < 2'), 'Vec<T> and HashMap::<K> but 1 < 2')
  assert.equal(lines('fact[^1] $HOME and $PATH'), 'fact[^1] $HOME and $PATH')
  assert.equal(lines('[a](javascript:b)'), '[a](javascript:b)')
  const deep = `${'> '.repeat(80)}*x*`
  assert.equal(toPlainText(deep), deep)
})

test('entities are decoded, to nothing that a body may not hold', () => {
  assert.equal(
    lines('&lt;p&gt; &amp;amp; &#65;&#x42; &nbsp;c &unknown; &constructor; AT&T'),
    '<p> &amp; AB c &unknown; &constructor; AT&T',
  )
  assert.equal(lines('a&#0;b&#xd800;c&#x2028;d&#9999999;e'), 'a\ufffdb\ufffdc d\ufffde')
})

test('a mnemonic keeps its brackets', () => {
  assert.equal(lines('- [c]reate, E[x]tract:'), '[c]reate, E[x]tract:')
})

test('any text gives one single-spaced line', () => {
  const marks = fc.constantFrom(
    ...'`*_[](){}<>!\\|#-=~&;:"\' \n\tab1',
    '```',
    '\n\n',
    '&#',
    '<!--',
    '-->',
    ']: ',
  )
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 80 }), (parts) => {
      const plain = toPlainText(parts.join(''))
      assert.equal(plain, plain.replace(/\s+/g, ' ').trim())
    }),
    { numRuns: 500 },
  )
})

test('hostile markup takes linear time', { timeout: 30_000 }, () => {
  const units = [
    '*',
    '*a_',
    'a* ',
    '`',
    '`a``',
    '[',
    '[a](',
    '[a][',
    '[[a]]',
    '<',
    '<a ',
    '<!--',
    '&#',
    '\\',
    '> ',
    '- ',
    ' #',
    '|',
    '~~a',
    '~~~\n',
    '[a]: b\n',
    '[^a]',
    'a](b "',
    ' ',
    '\t',
    '<a@',
    '](a\\',
    '[^',
    'a://',
    'http://',
    '<!--\n\n',
    '> <!--\n',
    '<pre>\n\n',
    '<b>',
    '<div>\n',
    '<p>\n\n',
    '$a',
    '$$a\n\n',
    '[^a]: ',
    '> [!NOTE]\n\n',
    '<img src="a"> ',
  ]
  for (const unit of units) toPlainText(`x${unit.repeat((1 << 18) / unit.length)}[r]\n\n[r]: x`)
})

test('a long text is one line as well, wherever its pieces end', () => {
  const space = ['\n', '\n \n', ' ', '\t']
  for (const [word, times] of [
    ['a', 90_000],
    ['ä🪚b', 40_000],
    ['a'.repeat(65_535), 3],
    ['[a](', 40_000],
  ] as const) {
    const written = Array.from({ length: times }, (_, place) => word + space[place % space.length]).join('')
    assert.ok(toLine(written) === Array(times).fill(word).join(' '), word.slice(0, 9))
  }
  assert.equal(toLine(`a${' '.repeat(200_000)}b`), 'a b')
  assert.equal(toLine(' '.repeat(200_000)), '')
  assert.ok(toPlainText('[a]('.repeat(40_000)) === '[a]('.repeat(40_000))
})
