import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkup } from '../html.ts'
import { breadcrumbs, foldersOf } from './breadcrumbs.ts'

test('the folders of an article are those between its topic and itself', () => {
  assert.deepEqual(foldersOf('/tools/hammer'), [])
  assert.deepEqual(foldersOf('/tools/hand/saws/rip'), [
    { name: 'hand', under: '/tools/hand' },
    { name: 'saws', under: '/tools/hand/saws' },
  ])
})

test('breadcrumbs lead to the topic by its title, and to each folder', () => {
  const { text: shown } = renderMarkup(
    breadcrumbs({ id: 'tools', title: 'Tools & more' }, { path: '/tools/hand/rip', last: 'history' }),
  )
  assert.match(shown, /<a href="\/topics\/tools" dir="auto">Tools &amp; more<\/a>/)
  assert.match(shown, /<a href="\/topics\/tools\/contents\?under=%2Ftools%2Fhand">hand<\/a>/)
  assert.match(shown, /<span>history<\/span>/)
})
