import type { AnswerOf, Operations } from '@colophon/contract'
import type { Site } from './site.ts'

export type ChangePage = AnswerOf<Operations['listChanges']>
export type Change = ChangePage['items'][number]

/** A page of a stream. */
export async function changePage(site: Site, query = '', token: string | null = null): Promise<ChangePage> {
  return (await site.get(`/api/v1/changes${query}`, { token })).as('listChanges')
}

/** A whole stream, as a client that keeps nothing but the last `seq` reads it. */
export async function wholeStream(
  site: Site,
  topic: string | null = null,
  token: string | null = null,
): Promise<Change[]> {
  const items: Change[] = []
  for (;;) {
    const filter = topic === null ? '' : `&topic=${topic}`
    const page = await changePage(site, `?after=${items.length}&limit=7${filter}`, token)
    items.push(...page.items)
    if (items.length >= page.head_seq) return items
  }
}

export async function setVisibility(
  site: Site,
  topic: string,
  visibility: 'public' | 'invited',
): Promise<void> {
  const expected_visibility = visibility === 'public' ? 'invited' : 'public'
  const body = { expected_visibility, visibility, reason: 'it was decided so' }
  const answer = await site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })
  answer.as('changeVisibility')
}

/** Retires a revision, or makes it active again; answers the decision. */
export async function decideOn(site: Site, hash: string, state: 'retired' | 'active'): Promise<string> {
  const path = `/api/v1/objects/${hash}/retirement`
  const { retirement_hash } = (await site.get(path, { token: site.admin })).as('listRetirements')
  const body = { state, expected_retirement_hash: retirement_hash, reason: 'it was decided so' }
  return (await site.post(path, body, { token: site.admin })).as('retireRevision').retirement_hash
}
