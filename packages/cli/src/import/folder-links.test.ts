import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignPaths } from './assign-paths.ts'
import { createLinkResolver } from './folder-links.ts'

const FILES = [
  'README.md',
  'Guides/Getting-Started.md',
  'Guides/README.md',
  'Reference/Server API.md',
  'plain/a.md',
  'plain/b.md',
]
const paths = assignPaths('docs', FILES)
const resolveLinks = createLinkResolver(paths)

function resolved(file: string, body: string) {
  return resolveLinks(file, body, paths.get(file) ?? '')
}

for (const [written, body] of [
  ['[a](./Guides/Getting-Started.md)', '[a](/docs/guides/getting-started)'],
  ['[a](Guides/Getting-Started.md#first-step "t")', '[a](/docs/guides/getting-started#first-step "t")'],
  ['[a](Guides/getting-started)', '[a](/docs/guides/getting-started)'],
  ['[a](/Guides/Getting-Started.md)', '[a](/docs/guides/getting-started)'],
  ['[a](Guides/)', '[a](/docs/guides/readme)'],
  ['[a](Reference/Server%20API.md)', '[a](/docs/reference/server-api)'],
  ['[a](</Reference/Server%20API.md>)', '[a](</docs/reference/server-api>)'],
  ['[a][b]\n\n[b]: Guides/Getting-Started.md', '[a][b]\n\n[b]: /docs/guides/getting-started'],
  ['<a href="Guides/Getting-Started.md">a</a>', '<a href="/docs/guides/getting-started">a</a>'],
  ['![a](README.md) [b](README.md?x#y)', '![a](/docs/readme) [b](/docs/readme#y)'],
] as const)
  test(`${written} leads to the path of its file`, () => {
    assert.deepEqual(resolved('README.md', written), { body, dead: [] })
  })

for (const written of [
  '[a](https://x.example/README.md) [b](#c) [d](mailto:a@b.example) <https://x.example>',
  '`[a](Guides/Getting-Started.md)` \\[a](Guides/Getting-Started.md)',
  '    [a](Guides/Getting-Started.md)',
  '[a](guides/getting-started) [a](guides/getting-started.md)',
  '[a](/topics/docs) [b](/docs/plain/gone) [c](/search?q=a)',
])
  test(`${written} stays as it is`, () => {
    assert.deepEqual(resolved('README.md', written), { body: written, dead: [] })
  })

test('a link that leads to its file as it is written stays as it is', () => {
  const body = '[b](b.md) [b](./b.md#x) [b](/docs/plain/b)'
  assert.deepEqual(resolved('plain/a.md', body), { body, dead: [] })
})

test('what leads nowhere is told with its line', () => {
  const body = 'a\n\n[b](gone.md) ![c](img/c.png)\n[d](../../outside.md) [e](%E0%A4%A.md)\n[f](/gone/page)\n'
  const dead = [
    [3, 'gone.md'],
    [3, 'img/c.png'],
    [4, '../../outside.md'],
    [4, '%E0%A4%A.md'],
    [5, '/gone/page'],
  ].map(([line, target]) => ({ file: 'README.md', line, target }))
  assert.deepEqual(resolved('README.md', body), { body, dead })
})
