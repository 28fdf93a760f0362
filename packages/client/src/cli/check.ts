import { type AnswerOf, type Operations, STATUS_LIMITS } from '@colophon/contract'
import type { Client } from '../client.ts'
import { type Citation, findCitations } from './citations.ts'
import { type ClientCommand, firstWord, type Given } from './command.ts'
import { printable } from './printable.ts'

type Status = AnswerOf<Operations['getStatus']>['items'][number]

/** Where a citation stands, as the contract has it, and where it was found. */
type Checked = Citation & Status

export const check: ClientCommand = {
  name: 'check',
  summary: 'Check the citations of a folder of Markdown; exit code 1 when one is retired',
  words: [['<folder>', 'every .md file below it is read']],
  options: [],
  async run(client, given) {
    const citations = await citationsBelow(given, firstWord(given))
    const statuses = await statusesOf(client, [...new Set(citations.map(({ sha256 }) => sha256))])
    const items = citations.flatMap((citation): Checked[] => {
      const status = statuses.get(citation.sha256)
      return status === undefined ? [] : [{ ...citation, ...status }]
    })
    const isBad = items.some(({ state }) => state === 'retired')
    return { facts: { items, counts: countsOf(items) }, text: told(items), isBad }
  },
}

async function citationsBelow(given: Given, folder: string): Promise<Citation[]> {
  const found: Citation[] = []
  for (const file of await given.listMarkdown(folder))
    found.push(...findCitations(file, new TextDecoder().decode(await given.readFile(file))))
  return found
}

async function statusesOf(client: Client, hashes: readonly string[]): Promise<Map<string, Status>> {
  const statuses = new Map<string, Status>()
  for (let start = 0; start < hashes.length; start += STATUS_LIMITS.hashes) {
    const sha256 = hashes.slice(start, start + STATUS_LIMITS.hashes)
    const { items } = await client.call('getStatus', { query: { sha256 } })
    for (const item of items) statuses.set(item.sha256, item)
  }
  return statuses
}

function countsOf(items: readonly Checked[]): Record<Status['state'], number> {
  const counts = { current: 0, superseded: 0, retired: 0, unknown: 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

/** What is current and fresh is in the count alone. */
function told(items: readonly Checked[]): string[] {
  const lines = items.flatMap((item) => [...remarkOf(item)])
  const { current, superseded, retired, unknown } = countsOf(items)
  const total = `${items.length} citations: ${current} current, ${superseded} superseded, ${retired} retired, ${unknown} unknown`
  return [...lines, total].map(printable)
}

function remarkOf(item: Checked): string[] {
  const place = `${item.file}:${item.line}: ${item.sha256}`
  const what = `${item.path}  ${item.title}`
  if (item.state === 'unknown') return [`${place} is unknown`]
  if (item.state === 'superseded') return [`${place} was superseded by ${item.head_hash}  ${what}`]
  if (item.state === 'current')
    return item.freshness === 'due' ? [`${place} is due to be checked  ${what}`] : []
  const instead = item.replacements.map(({ content_hash, path }) => `  replaced by ${content_hash}  ${path}`)
  return [`${place} is retired  ${what}`, ...instead]
}
