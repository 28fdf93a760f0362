import { type Caller, hasGrant, hasScope, mayCurate } from '../../core/authority.ts'
import { html, type Markup } from '../html.ts'

interface DeskTarget {
  readonly entry_id: string
  readonly topic_id: string
  readonly sha256: string
  /** A candidate has a page of its own there. */
  readonly isPublished: boolean
}

/** What the console offers whoever is signed in for what a page shows; whether it may be done is said there. */
export function deskLinks(visitor: Caller, shown: DeskTarget): Markup | null {
  if (visitor.via !== 'session' || !hasGrant(visitor, shown.topic_id)) return null
  const { entry_id, topic_id, sha256, isPublished } = shown
  return linkList([
    isPublished && hasScope(visitor, 'propose') && [`/console/write/${entry_id}`, 'Revise this entry'],
    isPublished && mayCurate(visitor, topic_id) && [`/console/revisions/${sha256}`, 'Retire this revision'],
    !isPublished && [`/console/candidates/${sha256}`, 'The candidate at the console'],
  ])
}

/** The same for a whole topic. */
export function topicDeskLinks(visitor: Caller, topic: string): Markup | null {
  if (visitor.via !== 'session' || !hasGrant(visitor, topic)) return null
  return linkList([
    hasScope(visitor, 'propose') && [`/console/write?path=/${topic}/`, 'Write something for it'],
    mayCurate(visitor, topic) && [`/console/topics/${topic}`, 'Curate it'],
  ])
}

function linkList(links: readonly (readonly [address: string, words: string] | false)[]): Markup | null {
  const offered = links.filter((link) => link !== false)
  if (offered.length === 0) return null
  return html`<nav class="desk" aria-label="At the console">
    ${offered.map(([address, words]) => html`<a href=${address}>${words}</a>`)}
  </nav>`
}
