import { join } from 'node:path'
import { inFlight } from '../../packages/client/src/in-flight.ts'
import { operatorCall } from '../../packages/server/src/commands/operator-call.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createApp } from '../../packages/server/src/create-app.ts'
import { submission } from '../site.ts'

/** Enough for every commit to hold many commands. */
const AT_ONCE = 256
const BODY = 'Words of a body of about one kibibyte. '.repeat(26)

/** Publishes articles by the commands that lead there, so that every record and receipt of them is in the site. */
export async function publishMany(folder: string, articles: number): Promise<void> {
  const { app, close } = await createApp(
    readSettings({ COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` }),
  )
  try {
    const call = operatorCall(app)
    await call('createTopic', { body: { id: 'bench', title: 'Bench', summary: 'Made by a bench.' } })
    await call('changeVisibility', {
      params: { id: 'bench' },
      body: { expected_visibility: 'invited', visibility: 'public', reason: 'A bench reads it.' },
    })
    await inFlight(Array(articles).keys(), AT_ONCE, async (place) => {
      const draft = submission(`/bench/article-${place}`, `# Article ${place}\n\n${BODY}\n`)
      const { proposal_hash } = await call('createSubmission', { body: { ...draft, kind: 'article' } })
      const { candidate_hash } = await call('finalizeSubmission', { params: { proposal_hash } })
      await call('publishCandidate', { params: { candidate_hash }, body: { mode: 'direct' } })
    })
  } finally {
    await close()
  }
}
