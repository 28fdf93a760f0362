import { HEADING_PREFIX } from '@colophon/cli/markdown'
import GithubSlugger from 'github-slugger'

const LONGEST_ID = 80

/** An id, and the one that pages gave the same heading before; null where it is the same. */
interface HeadingId {
  readonly id: string
  readonly alias: string | null
}

/**
 * Gives each heading an id of its own, as GitHub makes it of its words, so that links within documents find it. The prefix keeps
 * it apart from every id that a page has. Links that were made to earlier pages find the alias.
 */
export function createHeadingIds(): (text: string) => HeadingId {
  const slugger = new GithubSlugger()
  const earlier = createEarlierIds()
  return (text) => {
    const slug = slugger.slug(text)
    const id = HEADING_PREFIX + (slug === '' ? slugger.slug('section') : slug)
    const alias = earlier(text)
    return { id, alias: alias === id ? null : alias }
  }
}

function createEarlierIds(): (text: string) => string {
  const taken = new Set<string>()
  const turns = new Map<string, number>()
  return (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
    const plain = HEADING_PREFIX + words.join('-').slice(0, LONGEST_ID)
    let id = plain
    for (let turn = turns.get(plain) ?? 2; taken.has(id); turn += 1) {
      id = `${plain}-${turn}`
      turns.set(plain, turn + 1)
    }
    taken.add(id)
    return id
  }
}
