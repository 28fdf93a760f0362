import { isHash } from '@colophon/contract'
import type { Door } from '../door.ts'
import { html, type Markup } from '../html.ts'
import type { SignedIn } from './definitions.ts'
import type { Option } from './fields.ts'
import { ifThere } from './if-there.ts'

const SHOWN = 8
const FIND = 'find'

interface Wanted {
  readonly topic: string
  /** The field of the form that takes the hashes. */
  readonly field: string
  /** Never offered: the revision that the form is about. */
  readonly except?: string
}

interface Picker {
  readonly options: readonly Option[]
  readonly tools: Markup
}

/** Current revisions of a topic to choose from: those chosen, and what was searched for or else the newest. */
export async function revisionPicker(visit: SignedIn, wanted: Wanted): Promise<Picker> {
  const typed = visit.attempt?.typed
  const words = (typed?.first(FIND) ?? '').trim()
  const found = await findRevisions(visit.door, wanted.topic, words)
  const chosen = (typed?.all(wanted.field) ?? []).filter((hash) => !found.some(({ value }) => value === hash))
  const kept = await Promise.all(chosen.map((hash) => optionOf(visit.door, hash)))
  const options = [...kept, ...found].filter(({ value }) => value !== wanted.except)
  return { options, tools: searchView(words, found.length) }
}

async function findRevisions(door: Door, topic: string, words: string): Promise<Option[]> {
  const { items } =
    words === ''
      ? await door.call('listIndex', { query: { topic, limit: SHOWN } })
      : await door.call('search', { query: { q: words, topic, limit: SHOWN } })
  return items.map(({ content_hash, title, path }) => ({
    value: content_hash,
    label: title,
    hint: `${path}, ${content_hash.slice(0, 12)}`,
  }))
}

/** What was chosen before stays on the page, under its title where it can be read. */
async function optionOf(door: Door, hash: string): Promise<Option> {
  const object = isHash(hash) ? await ifThere(door.call('getObject', { params: { sha256: hash } })) : null
  if (object === null || !('title' in object)) return { value: hash, label: hash }
  return { value: hash, label: object.title, hint: `${object.path}, ${hash.slice(0, 12)}` }
}

function searchView(words: string, found: number): Markup {
  return html`<fieldset class="together">
    <legend>Choose from others</legend>
    <div class="field">
      <label for="find">Words, a title, a path or a hash of this topic</label>
      <input id="find" name=${FIND} value=${words} autocomplete="off" dir="auto" maxlength="200" />
    </div>
    ${words !== '' && found === 0 ? html`<p role="status">No current revision of this topic fits.</p>` : null}
    <p><button name="again" value=${FIND} class="quiet">Find</button></p>
  </fieldset>`
}
