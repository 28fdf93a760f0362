import assert from 'node:assert/strict'
import type { Site } from './site.ts'

/** What administrators read of the topics that were made public, which a restore leaves invited. */
function asPublic(text: string): string {
  return text.replaceAll('"visibility":"invited"', '"visibility":"public"')
}

/** Every answer that the records give, to an administrator who had no part in any of it. */
export async function assertSameAnswers(target: Site, source: Site): Promise<void> {
  const paths = await pathsOf(source)
  assert.ok(paths.length > 10, `${paths.length} paths`)
  const [here, there] = [await stranger(target), await stranger(source)]
  for (const path of paths) {
    const [one, other] = [await target.get(path, { token: here }), await source.get(path, { token: there })]
    assert.equal(one.status, other.status, path)
    if (one.status !== 200) continue
    const told = (text: string, url: string) => asPublic(text.replaceAll(url, 'SITE'))
    assert.equal(told(one.text, target.url), told(other.text, source.url), path)
  }
}

function stranger(site: Site): Promise<string> {
  return site.token({ label: 'stranger', review_grants: [] })
}

/** Every path at which a site has something to read, but those of the administration. */
export async function pathsOf(site: Site): Promise<string[]> {
  const { read } = site.app.storage
  const ids = async (table: 'topics' | 'tasks' | 'suggestions' | 'entries', column: string) =>
    (await read.selectFrom(table).selectAll().execute()).map((row) => String(Reflect.get(row, column)))
  const objects = await read.selectFrom('objects').select(['sha256', 'kind']).execute()
  const ofKind = (...kinds: string[]) =>
    objects.filter(({ kind }) => kinds.includes(kind)).map(({ sha256 }) => sha256)
  const paths = (await read.selectFrom('aliases').select('path').execute()).map(({ path }) => path)
  return [
    '/api/v1/topics',
    '/api/v1/index?limit=100',
    '/api/v1/tasks?limit=100',
    '/api/v1/suggestions?limit=100',
    '/api/v1/submissions?limit=100',
    '/api/v1/candidates?limit=100',
    '/api/v1/signals?since=1&limit=100',
    ...['hammer', 'fork spoon', 'worth reading', 'weather'].map(
      (words) => `/api/v1/search?q=${encodeURIComponent(words)}`,
    ),
    ...paths.map((path) => `/api/v1/resolve?path=${path}`),
    ...(await ids('topics', 'id')).flatMap((id) => [`/api/v1/topics/${id}`, `/api/v1/topics/${id}/policy`]),
    ...(await ids('entries', 'entry_id')).flatMap((id) => [
      `/api/v1/entries/${id}`,
      `/api/v1/entries/${id}/revisions`,
    ]),
    ...(await ids('tasks', 'task_id')).map((id) => `/api/v1/tasks/${id}`),
    ...(await ids('suggestions', 'suggestion_id')).flatMap((id) => [
      `/api/v1/suggestions/${id}`,
      `/api/v1/suggestions/${id}/resolution`,
    ]),
    ...objects.flatMap(({ sha256 }) => [
      `/objects/${sha256}`,
      `/api/v1/objects/${sha256}`,
      `/api/v1/objects/${sha256}/lineage?direction=both&depth=16`,
    ]),
    ...ofKind('candidate').flatMap((hash) => [
      `/api/v1/objects/${hash}/signals`,
      `/api/v1/objects/${hash}/retirement`,
      `/api/v1/candidates/${hash}`,
      `/api/v1/candidates/${hash}/coverage`,
      `/api/v1/candidates/${hash}/reviews`,
      `/api/v1/candidates/${hash}/evidence`,
    ]),
    ...ofKind('proposal').map((hash) => `/api/v1/submissions/${hash}`),
  ]
}
