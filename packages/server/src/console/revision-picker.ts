import { type AnswerOf, isHash, type Operations } from '@colophon/contract'
import { ifThere } from '../core/problem.ts'
import type { Api } from '../pages/api.ts'
import { html, type Markup } from '../pages/html.ts'
import type { ConsoleVisit } from './definitions.ts'
import type { Option } from './fields.ts'

const SHOWN = 8
const FIND = 'find'

interface RevisionPickerParams {
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
export async function revisionPicker(visit: ConsoleVisit, wanted: RevisionPickerParams): Promise<Picker> {
  const typed = visit.attempt?.typed
  const words = (typed?.first(FIND) ?? '').trim()
  const found = await findRevisions(visit.api, wanted.topic, words)
  const chosen = (typed?.all(wanted.field) ?? []).filter((hash) => !found.some(({ value }) => value === hash))
  const kept = await Promise.all(chosen.map((hash) => optionOf(visit.api, hash)))
  const options = [...kept, ...found].filter(({ value }) => value !== wanted.except)
  return { options, tools: searchView(words, found.length) }
}

async function findRevisions(api: Api, topic: string, words: string): Promise<Option[]> {
  const { items } =
    words === ''
      ? await api.call('listIndex', { query: { topic, limit: SHOWN } })
      : await api.call('search', { query: { q: words, topic, limit: SHOWN } })
  return items.map(({ content_hash, title, path }) => ({
    value: content_hash,
    label: title,
    hint: `${path}, ${content_hash.slice(0, 12)}`,
  }))
}

/** What was chosen before stays on the page, under its title where it can be read. */
async function optionOf(api: Api, hash: string): Promise<Option> {
  const object = isHash(hash) ? await ifThere(api.call('getObject', { params: { sha256: hash } })) : null
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
    ${words !== '' && found === 0 ? html`<p role="status">No current revision of this topic matches.</p>` : null}
    <p><button name="again" value=${FIND} class="quiet">Find</button></p>
  </fieldset>`
}

export type EntryResult = Pick<
  AnswerOf<Operations['getEntry']>,
  'title' | 'path' | 'content_hash' | 'mode' | 'published_at'
>

interface EntrySearchParams {
  readonly topic: string
  readonly words: string | undefined
  readonly cursor: unknown
}

/**
 * Entries of a topic, newest publication first or as a search ranks them. A path names its entry also when
 * that is retired, which no search finds.
 */
export async function findEntries(
  api: Api,
  { topic, words, cursor }: EntrySearchParams,
): Promise<{ items: readonly EntryResult[]; next_cursor: string | null }> {
  const page = { topic, cursor }
  if (words === undefined) return api.call('listIndex', { query: page })
  if (!words.startsWith(`/${topic}/`)) return api.call('search', { query: { ...page, q: words } })
  const entry = await ifThere(api.call('resolvePath', { query: { path: words } }))
  return { items: entry === null ? [] : [entry], next_cursor: null }
}
