import type { Client } from '@colophon/client'
import { type AnswerOf, type Operations, QUOTE_LIMITS, STATUS_LIMITS } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import { type Citation, findCitations } from './citations.ts'
import { type ClientCommand, type CommandInput, firstWord } from './command.ts'

type Status = AnswerOf<Operations['getStatus']>['items'][number]

/** Of words that a file says a revision holds. */
interface CheckedQuote {
  readonly text: string
  readonly found: boolean
  readonly in_head: boolean | null
}

/** Where a citation stands, as the contract has it, where it was found, and whether its quotations are there. */
type Checked = Omit<Citation, 'quotes'> & Status & { readonly quotes: readonly CheckedQuote[] }

const IS_BAD: Readonly<Record<Status['state'], boolean>> = {
  current: false,
  superseded: false,
  retired: true,
  unknown: false,
}

const IS_KNOWN: Readonly<Record<Status['state'], boolean>> = {
  current: true,
  superseded: true,
  retired: true,
  unknown: false,
}

export const check: ClientCommand = {
  name: 'check',
  summary: 'Check the citations in a folder of Markdown; exit code 1 if one is retired or misquoted',
  words: [['<folder>', 'folder whose .md files to check, including subfolders']],
  options: [],
  async run(client, given) {
    const citations = await citationsBelow(given, firstWord(given))
    const statuses = await statusesOf(client, [...new Set(citations.map(({ sha256 }) => sha256))])
    const items: Checked[] = []
    for (const citation of citations) {
      const status = statuses.get(citation.sha256)
      if (status === undefined) continue
      const quotes = IS_KNOWN[status.state] ? await checkQuotes(client, citation) : []
      items.push({ ...citation, ...status, quotes })
    }
    const isBad = items.some(({ state, quotes }) => IS_BAD[state] || quotes.some(({ found }) => !found))
    return { facts: { items, counts: countsOf(items) }, text: checkReport(items), isBad }
  },
}

async function citationsBelow(given: CommandInput, folder: string): Promise<Citation[]> {
  const found: Citation[] = []
  for (const file of await given.listMarkdown(folder))
    found.push(...findCitations(file, new TextDecoder().decode(await given.readFile(file))))
  return found
}

async function checkQuotes(client: Client, { sha256, quotes }: Citation): Promise<CheckedQuote[]> {
  const checked: CheckedQuote[] = []
  for (const text of quotes) {
    // Nobody can look for more in one request; the beginning of a long quotation is one as well.
    const query = { text: firstWords(text, QUOTE_LIMITS.textCharacters) }
    const { found, in_head } = await client.call('findQuote', { params: { sha256 }, query })
    checked.push({ text, found, in_head })
  }
  return checked
}

function firstWords(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\S*$/, '')
}

/** Where these revisions stand, asked in as few requests as may be. */
export async function statusesOf(client: Client, hashes: readonly string[]): Promise<Map<string, Status>> {
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
function checkReport(items: readonly Checked[]): string[] {
  const lines = items.flatMap((item) => [...remarkOf(item)])
  const { current, superseded, retired, unknown } = countsOf(items)
  const total = `${items.length} citations: ${current} current, ${superseded} superseded, ${retired} retired, ${unknown} unknown`
  return [...lines, total].map(printable)
}

function remarkOf(item: Checked): string[] {
  const place = `${item.file}:${item.line}: ${item.sha256}`
  const what = `${item.path}  ${item.title}`
  const remarks: Record<Status['state'], () => string[]> = {
    unknown: () => [`${place} is unknown`],
    superseded: () => [`${place} was superseded by ${item.head_hash}  ${what}`],
    current: () =>
      item.freshness === null
        ? []
        : FRESHNESS_REMARKS[item.freshness].map((said) => `${place} ${said}  ${what}`),
    retired: () => [`${place} is retired  ${what}`, ...item.replacements.map(replacementLine)],
  }
  return [...remarks[item.state](), ...item.quotes.flatMap((quote) => quoteRemark(place, quote))]
}

function quoteRemark(place: string, { text, found, in_head }: CheckedQuote): string[] {
  if (!found) return [`${place} does not hold the words "${text}"`]
  return in_head === false ? [`${place} holds "${text}", its current revision no longer does`] : []
}

const FRESHNESS_REMARKS: Readonly<Record<NonNullable<Status['freshness']>, readonly string[]>> = {
  fresh: [],
  due: ['is due to be checked'],
  challenged: ['is challenged'],
}

function replacementLine({ content_hash, path }: Status['replacements'][number]): string {
  return `  replaced by ${content_hash}  ${path}`
}
