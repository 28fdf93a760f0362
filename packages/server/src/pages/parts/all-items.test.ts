import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allItems } from './all-items.ts'

/** A list of three pages, which notes where it was read from. */
function listOf(pages: readonly (readonly number[])[]) {
  const asked: (string | undefined)[] = []
  const read = async (cursor: string | undefined) => {
    asked.push(cursor)
    const place = Number(cursor ?? 0)
    return { items: pages[place] ?? [], next_cursor: place + 1 < pages.length ? String(place + 1) : null }
  }
  return { read, asked }
}

test('every page of a list is read', async () => {
  const { read, asked } = listOf([[9, 8], [7], [6, 5]])
  assert.deepEqual(await allItems(read), [9, 8, 7, 6, 5])
  assert.deepEqual(asked, [undefined, '1', '2'])
})

test('a list is left at the first item that ends it', async () => {
  const { read, asked } = listOf([[9, 8], [7, 6, 8], [5]])
  assert.deepEqual(await allItems(read, (item) => item < 7), [9, 8, 7])
  assert.deepEqual(asked, [undefined, '1'])
})

test('an empty list has nothing', async () => {
  assert.deepEqual(await allItems(listOf([[]]).read), [])
})
