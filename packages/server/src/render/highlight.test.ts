import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHighlighter } from './highlight.ts'

/** A line of each language, with something that has a colour. */
const SAMPLES: Readonly<Record<string, string>> = {
  awk: '{ print "a" }',
  bash: 'echo "a" # said',
  bat: 'rem said',
  c: 'int main(void) { return 0; }',
  clojure: '(defn f [x] "a")',
  cmake: 'set(A "b")',
  cpp: 'class A { public: int b = 1; };',
  csharp: 'public class A { string b = "c"; }',
  css: 'a { color: red; }',
  dart: 'void main() { print("a"); }',
  diff: '+added',
  docker: 'FROM debian',
  elixir: 'def f, do: "a"',
  erlang: 'f() -> "a".',
  fsharp: 'let f = "a"',
  go: 'func f() string { return "a" }',
  graphql: 'type A { b: String }',
  groovy: 'def a = "b"',
  haskell: 'f = "a" -- said',
  hcl: 'a = "b"',
  html: '<p class="a">b</p>',
  http: 'GET / HTTP/1.1',
  ini: '; said',
  java: 'class A { String b = "c"; }',
  javascript: 'const a = "b"',
  json: '{"a": 1}',
  jsx: 'const a = <p>b</p>',
  julia: 'f(x) = "a" # said',
  kotlin: 'fun f() = "a"',
  latex: '% said',
  less: '@a: red; // said',
  lua: 'local a = "b"',
  make: '# said',
  markdown: '# A `b`',
  nginx: 'server { listen 80; }',
  nix: '{ a = "b"; }',
  'objective-c': '@implementation A @end // said',
  ocaml: 'let f = "a"',
  perl: 'my $a = "b";',
  php: '<?php echo "a";',
  powershell: 'Write-Output "a" # said',
  proto: 'message A { string b = 1; }',
  python: 'def f(): return "a"',
  r: 'f <- function(x) "a"',
  ruby: 'def f; "a"; end',
  rust: 'fn f() -> &str { "a" }',
  scala: 'def f = "a"',
  scss: '$a: red; // said',
  sql: "select 'a'",
  svelte: '<script>let a = "b"</script>',
  swift: 'func f() -> String { "a" }',
  toml: 'a = "b"',
  tsx: 'const a = <p>b</p>',
  typescript: 'const a: string = "b"',
  viml: 'let a = "b"',
  vue: '<template><p>a</p></template>',
  xml: '<a b="c"/>',
  yaml: 'a: "b"',
  zig: 'const a = "b";',
}

/** Languages that are embedded in others come with them: each has a highlighter of its own here. */
for (const [language, code] of Object.entries(SAMPLES))
  test(`code in ${language} is coloured, and stays the same text`, async () => {
    const colours = await (await createHighlighter()).load([language])
    const html = colours.highlight(code, language) ?? ''
    assert.match(html, /<span class="t-\w+">/)
    const text = html.replaceAll(/<[^>]*>/g, '')
    const plain = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' } as const
    assert.equal(
      text.replaceAll(/&\w+;/g, (entity) => plain[entity as keyof typeof plain] ?? entity),
      code,
    )
  })

test('other names of a language are known, and of none nothing', async () => {
  const names = ['C++', 'Dockerfile', 'constructor', 'no such language']
  const colours = await (await createHighlighter()).load(names)
  assert.match(colours.highlight('int a = 1;', 'c++') ?? '', /t-/)
  assert.match(colours.highlight('FROM debian', 'DOCKERFILE') ?? '', /t-/)
  assert.equal(colours.highlight('a', 'constructor'), null)
  assert.equal(colours.highlight('a', 'no such language'), null)
})

test('the first dozen of languages is coloured, whatever texts were set before', async () => {
  const highlighter = await createHighlighter()
  const [all, last = ''] = [Object.keys(SAMPLES), 'zig']
  const first = await highlighter.load(all)
  const coloured = all.filter((language) => first.highlight(SAMPLES[language] ?? '', language) !== null)
  assert.deepEqual(coloured, all.slice(0, 12))
  const alone = (await highlighter.load([last])).highlight(SAMPLES.zig ?? '', last)
  for (let from = 0; from < all.length; from += 12) await highlighter.load(all.slice(from, from + 12))
  const again = await highlighter.load(all)
  assert.equal(again.highlight('a', last), null)
  assert.equal((await highlighter.load([last])).highlight(SAMPLES.zig ?? '', last), alone)
})
