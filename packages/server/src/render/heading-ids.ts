import { HEADING_PREFIX } from '@colophon/cli/markdown'

const LONGEST_ID = 80

/** Gives each heading an id of its own. The prefix keeps it apart from every id that a page has. */
export function createHeadingIds(): (text: string) => string {
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
