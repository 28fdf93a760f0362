import type { Client } from '@colophon/client'
import type { AnswerOf, Operations } from '@colophon/contract'
import { type CommandOutput, CommandRefused, gather } from './command.ts'

type Section = AnswerOf<Operations['listSections']>['items'][number]

/** The section with a heading and those below it, each held to its hash. */
export async function readSection(client: Client, hash: string, heading: string): Promise<CommandOutput> {
  const sections = await gather(client.pages('listSections', { params: { sha256: hash } }))
  const wanted = sectionsUnder(sections, heading)
  const [first] = wanted
  const last = wanted.at(-1)
  if (first === undefined || last === undefined) throw new CommandRefused(refusal(sections, heading))
  const parts: Uint8Array[] = []
  for (const section of wanted) parts.push(await client.readPart(hash, section))
  const bytes = new Uint8Array(await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { facts: { content_hash: hash, start: first.start, end: last.end, text }, text: bytes }
}

/** Headings are compared without regard to case: the first that reads so, up to the next of its level or a higher one. */
function sectionsUnder(sections: readonly Section[], heading: string): Section[] {
  const from = sections.findIndex((section) => section.heading !== null && isSame(section.heading, heading))
  const first = sections[from]
  if (first === undefined) return []
  const rest = sections.slice(from + 1)
  const end = rest.findIndex(({ level }) => level <= first.level)
  return [first, ...(end < 0 ? rest : rest.slice(0, end))]
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function refusal(sections: readonly Section[], heading: string): string {
  const headings = sections.flatMap((section) => section.heading ?? [])
  const known = headings.length === 0 ? 'it has no headings' : `it has: ${headings.join(', ')}`
  return `no section has the heading ${JSON.stringify(heading)}; ${known}`
}
