import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@colophon/client'
import fc from 'fast-check'
import { decideOn, setVisibility, wholeStream } from '../support/changes.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorInto } from '../support/mirror.ts'
import { describeSites, type Site } from '../support/site.ts'
import { readLog } from '../support/transparency-log.ts'

const TOPICS = ['tools', 'toys', 'trees'] as const
const RUNS = { sqlite: 25, postgres: 5 }
type Topic = (typeof TOPICS)[number]
type Visibility = 'public' | 'invited'

const ACTS = ['publish', 'revise', 'retire', 'reactivate', 'relist', 'flip', 'mirror'] as const
const steps = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), topic: fc.constantFrom(...TOPICS), entry: fc.nat(2) }),
  { minLength: 5, maxLength: 40 },
)

interface Entry {
  entry_id: string
  path: string
  content_hash: string
  status: 'published' | 'retired' | 'unlisted'
}

/** What was done, and where it is in the streams. */
class World {
  readonly visibility = new Map<Topic, Visibility>()
  readonly entries = new Map<Topic, Entry[]>()
  readonly acts: { topic: Topic; what: string; isPublic: boolean }[] = []
  readonly site: Site
  readonly folder: string
  constructor(site: Site, folder: string) {
    this.site = site
    this.folder = folder
  }

  note(topic: Topic, what: string, isPublic = this.visibility.get(topic) === 'public'): void {
    this.acts.push({ topic, what, isPublic })
  }
}

type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

/** Does what can be done; what has no meaning where things stand is left out. */
async function take(world: World, slugs: Readonly<Record<Topic, string>>, step: Step): Promise<void> {
  const { site } = world
  const { topic, act } = step
  const slug = slugs[topic]
  const entries = world.entries.get(topic) ?? []
  const entry = entries[step.entry]
  if (act === 'mirror') return mirrorIsIndex(world)
  if (act === 'flip') {
    const visibility = world.visibility.get(topic) === 'public' ? 'invited' : 'public'
    await setVisibility(site, slug, visibility)
    world.visibility.set(topic, visibility)
    return world.note(topic, visibility, true)
  }
  if (act === 'publish') {
    if (entries.length > 2) return
    const made = await site.publish({ path: `/${slug}/e${entries.length}` })
    world.entries.set(topic, [...entries, { ...made, status: 'published' }])
    return world.note(topic, made.publication_hash)
  }
  if (entry === undefined) return
  if (act === 'revise') {
    const path = `/${slug}/e${step.entry}-${world.acts.length}`
    const made = await site.publish({ path, revises: entry })
    Object.assign(entry, made, { status: 'published' })
    world.note(topic, made.publication_hash)
  }
  if (act === 'retire' && entry.status !== 'retired') {
    world.note(topic, await decideOn(site, entry.content_hash, 'retired'))
    entry.status = 'retired'
  }
  if (act === 'reactivate' && entry.status === 'retired') {
    world.note(topic, await decideOn(site, entry.content_hash, 'active'))
    entry.status = 'unlisted'
  }
  if (act === 'relist' && entry.status === 'unlisted') {
    const body = { mode: 'direct', expected_head_hash: entry.content_hash }
    const path = `/api/v1/candidates/${entry.content_hash}/publish`
    const made = (await site.post(path, body, { token: site.admin })).as('publishCandidate')
    entry.status = 'published'
    world.note(topic, made.publication_hash)
  }
}

/** The streams are what was done, and nothing of what is hidden. */
async function streamsAreRight(world: World, slugs: Readonly<Record<Topic, string>>, from: number) {
  const open = (await wholeStream(world.site)).slice(from)
  const inPublic = world.acts.filter(({ isPublic }) => isPublic)
  assert.deepEqual(
    open.map((item) => item.seq),
    inPublic.map((_act, place) => from + place + 1),
  )
  const nameOf = (item: (typeof open)[number]) =>
    item.publication_hash ?? item.retirement_hash ?? item.visibility ?? item.change
  assert.deepEqual(
    open.map(nameOf),
    inPublic.map(({ topic, what }) => (world.visibility.get(topic) === 'public' ? what : 'withheld')),
  )
  for (const topic of TOPICS) {
    const own = await wholeStream(world.site, slugs[topic], world.site.admin)
    const acts = world.acts.filter((act) => act.topic === topic)
    assert.deepEqual(
      own.map(nameOf),
      acts.map(({ what }) => what),
    )
    assert.deepEqual(
      own.map(({ seq }) => seq),
      acts.map((_act, place) => place + 1),
    )
  }
}

/** The log has what was public, when it became so. */
async function logIsRight({ site, acts }: World, from: number): Promise<void> {
  const waiting = new Map<Topic, string[]>(TOPICS.map((topic) => [topic, []]))
  const expected: string[] = []
  for (const { topic, what, isPublic } of acts) {
    const hidden = waiting.get(topic) ?? []
    if (what === 'public') expected.push(...hidden.splice(0))
    else if (what !== 'invited') (isPublic ? expected : hidden).push(what)
  }
  assert.deepEqual((await readLog(site)).records.slice(from), expected)
}

/** The texts of a mirror after a run are those of the index, byte for byte. */
async function mirrorIsIndex({ site, folder }: World): Promise<void> {
  const client = createClient({ url: site.url })
  const done = await mirrorInto(folder, site.url)
  assert.deepEqual(done.failed, [])
  const expected = new Map<string, string>()
  for await (const { path, content_hash } of client.pages('listIndex', { query: { limit: 100 } }))
    expected.set(`${path.slice(1)}.md`, (await site.get(`/objects/${content_hash}`)).text)
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => name.endsWith('.md') && !name.startsWith('.'))
  assert.deepEqual(texts.sort(), [...expected.keys()].sort())
  for (const [name, text] of expected) assert.equal(await readFile(join(folder, name), 'utf8'), text)
}

describeSites((sites) => {
  test('whatever is done, the streams and the log say it without a gap, and a mirror that follows them is the index', async (t) => {
    const site = await sites.open(t)
    const folder = await makeFolder(t)
    let run = 0
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        run += 1
        const slugs = { tools: `tools-${run}`, toys: `toys-${run}`, trees: `trees-${run}` }
        const from = (await wholeStream(site)).length
        const logged = (await readLog(site)).size
        const world = new World(site, folder)
        for (const topic of TOPICS) await site.topic(slugs[topic], 'invited')
        for (const step of all) await take(world, slugs, step)
        await streamsAreRight(world, slugs, from)
        await logIsRight(world, logged)
        await mirrorIsIndex(world)
      }),
      { numRuns: sites.engine === 'sqlite' ? RUNS.sqlite : RUNS.postgres, endOnFailure: true },
    )
  })
})
