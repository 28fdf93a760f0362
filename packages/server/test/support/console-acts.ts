import assert from 'node:assert/strict'
import type { ConsoleAnswer, Fields, Visitor } from './console.ts'

/** Fills in a form of a page, sends it, and opens the page that the act leads to. */
export async function actAt(
  visitor: Visitor,
  path: string,
  { action = path, typed }: { action?: string; typed: Fields },
): Promise<ConsoleAnswer> {
  const done = await visitor.fill(path, action, typed)
  assert.equal(done.status, 303, done.html)
  const page = await visitor.open(done.location ?? '')
  assert.equal(page.status, 200)
  return page
}

/** What a page says in words, without its markup. */
export function wordsOf({ html }: ConsoleAnswer): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.])/g, '')
}
