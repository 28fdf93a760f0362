import { join } from 'node:path'
import { operatorCall } from '../../packages/server/src/commands/operator-call.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createApp } from '../../packages/server/src/create-app.ts'
import { type FilledText, fillApp } from '../fill.ts'
import { inFilledFolder } from '../folder.ts'

/** How much a site holds. */
export interface SiteSize {
  readonly entries: number
  readonly topics: number
}

/** Every second topic is public, and the first: who has no credential reads half of what there is. */
export const topicName = (place: number) => `topic-${String(place).padStart(4, '0')}`
export const isOpen = (place: number) => place % 2 === 0

/** A folder with a database of so many small articles in so many topics; it is kept for the next run. */
export function inSizedSite<T>(size: SiteSize, work: (folder: string) => Promise<T>): Promise<T> {
  return inFilledFolder(`size-${size.entries}-${size.topics}`, (folder) => fillSized(folder, size), work)
}

async function fillSized(folder: string, { entries, topics }: SiteSize): Promise<void> {
  const settings = readSettings({ COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` })
  const { app, close } = await createApp(settings)
  const begun = performance.now()
  try {
    const call = operatorCall(app)
    for (let place = 0; place < topics; place += 1) {
      const id = topicName(place)
      await call('createTopic', { body: { id, title: `Topic ${place}`, summary: 'Made by a bench.' } })
      if (isOpen(place)) await call('changeVisibility', { params: { id }, body: OPENED })
    }
    await fillApp(app, entries, (place) => articleOf(place, topics))
  } finally {
    await close()
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(`${entries} entries in ${topics} topics were filled in ${seconds.toFixed(0)} s`)
}

const OPENED = {
  expected_visibility: 'invited',
  visibility: 'public',
  reason: 'A bench reads it without a credential.',
} as const

/** Topics take turns, so that the newest entries are of all of them. */
function articleOf(place: number, topics: number): FilledText {
  return {
    path: `/${topicName(place % topics)}/article-${place}`,
    title: `Article ${place} on subject ${place % 997}`,
    summary: `What the article with the number ${place} says of its subject.`,
    body: `# Article ${place}\n\nA small body about subject ${place % 997}, with the number ${place} in it.\n`,
  }
}
