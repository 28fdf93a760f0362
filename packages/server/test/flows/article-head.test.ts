import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkup } from '../support/markup.ts'
import { describePages } from '../support/site.ts'

const lede = /<p class="lede"/

describePages((sites) => {
  test('a page says by titles where it is, and leads to the topic and to each folder', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/hand/saws/rip', title: 'Rip saws' })
    for (const path of [
      '/read/tools/hand/saws/rip',
      `/revisions/${saw.content_hash}`,
      `/entries/${saw.entry_id}/history`,
    ]) {
      const { text } = await site.get(path)
      readMarkup(text)
      const crumbs = /<nav[^>]*aria-label="Breadcrumbs">.*?<\/nav>/s.exec(text)?.[0] ?? ''
      assert.match(crumbs, /<a href="\/topics\/tools" dir="auto">Topic tools<\/a>/, path)
      for (const [under, name] of [
        ['/tools/hand', 'hand'],
        ['/tools/hand/saws', 'saws'],
      ] as const) {
        const address = `/topics/tools/contents?${new URLSearchParams({ under })}`
        assert.ok(crumbs.includes(`<a href="${address}">${name}</a>`), path)
        assert.match((await site.get(address)).text, /Rip saws/)
      }
    }
  })

  test('a summary is not said twice where the text begins with it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const summary = 'A *saw* cuts along the grain.'
    const bodies: readonly [name: string, body: string, isSaidAbove: boolean][] = [
      ['same', 'A \\*saw\\* cuts along\nthe grain.\n\nMore.\n', false],
      ['below', '# Summary\n\nA \\*saw\\* cuts along the grain.\n', false],
      ['other', 'A saw cuts across.\n', true],
      ['later', 'Another.\n\nA \\*saw\\* cuts along the grain.\n', true],
      ['list', '- A \\*saw\\* cuts along the grain.\n', true],
      ['code', '```\nA *saw* cuts along the grain.\n```\n', true],
    ]
    for (const [name, body, isSaidAbove] of bodies) {
      await site.publish({ path: `/tools/${name}`, summary, body })
      const { text } = await site.get(`/read/tools/${name}`)
      assert.equal(lede.test(text), isSaidAbove, name)
      assert.match(text, /<meta name="description" content="A \*saw\* cuts along the grain\."/)
    }
  })

  test('a summary that was cut from the first paragraph is not said above it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const [name, body, isSaidAbove] of [
      ['whole', 'A saw cuts along the grain.\n', false],
      ['other', 'A saw breaks.\n', true],
    ] as const) {
      await site.publish({ path: `/tools/${name}`, summary: 'A saw cuts…', body })
      assert.equal(lede.test((await site.get(`/read/tools/${name}`)).text), isSaidAbove, name)
    }
  })

  test('the list of sections is whole, and of a long text folded below its highest headings', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const parts = Array.from(
      { length: 70 },
      (_, place) => `## Part ${place}\n\n### Detail ${place}\n\n#### Deeper ${place}\n`,
    )
    await site.publish({ path: '/tools/long', body: parts.join('\n') })
    await site.publish({ path: '/tools/short', body: parts.slice(0, 2).join('\n') })
    const listOf = async (name: string) => {
      const { text } = await site.get(`/read/tools/${name}`)
      readMarkup(text)
      return /<nav class="sections".*?<\/nav>/s.exec(text)?.[0] ?? ''
    }
    const [long, short] = [await listOf('long'), await listOf('short')]
    assert.equal(long.match(/<a href="#/g)?.length, 210)
    // The list itself is open, its parts are not.
    assert.equal(long.match(/<details open/g)?.length, 1)
    assert.equal(short.match(/<a href="#/g)?.length, 6)
    assert.equal(short.match(/<details open/g)?.length, 5)
  })
})
