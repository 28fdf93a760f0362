import { type Client, createClient, readStored } from '@colophon/client'
import { isHash } from '@colophon/contract'
import type { Command } from 'commander'
import { printable } from '../terminal/progress.ts'
import { type RemoteOptions, remoteOf } from '../terminal/remote.ts'
import { readCases } from '../try/cases.ts'
import { type CaseLimits, type CaseOutcome, startCase, type TriedCase } from '../try/run-case.ts'
import { type CommandOutput, CommandRefused, gather, printOutput } from './command.ts'
import { readEntryHead } from './reading.ts'

interface TryOptions extends RemoteOptions {
  topic?: string
  signal?: boolean
  timeout: string
  memory: string
  output: string
  json?: boolean
}

/** `colophon try`: gives the cases of articles to a program of one's own. Nothing of an article is run. */
export function addTry(program: Command): void {
  program
    .command('try')
    .description('Give the cases of an article, or of a topic, to your own program, and say which it passes')
    .argument('[words...]', 'path, UUID or hash of an article (none with --topic), then -- and the command')
    .option('--topic <slug>', 'every article of this topic')
    .option('--timeout <seconds>', 'for each case', '10')
    .option('--memory <megabytes>', 'for each process of a case, where the system can bound it', '1024')
    .option('--output <kilobytes>', 'that may be written for each case', '1024')
    .option('--signal', 'report for each article whether all of its cases passed (needs a bearer)')
    .option('--url <url>', 'address of the press (COLOPHON_URL)')
    .option('--token <bearer>', 'your bearer (prefer COLOPHON_TOKEN: other users see arguments)')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nYour program gets the "input" of a case as JSON on stdin, and answers its "expected" on stdout.\n',
    )
    .action(async (words: string[], options: TryOptions) =>
      printOutput(await tryCases(words, options), options.json === true),
    )
}

/** An article and what became of its cases. */
interface TriedArticle {
  readonly path: string
  readonly content_hash: string
  readonly cases: readonly TriedCase[]
}

async function tryCases(words: readonly string[], options: TryOptions): Promise<CommandOutput> {
  const [what, command] = options.topic === undefined ? [words[0], words.slice(1)] : [undefined, words]
  if (options.topic === undefined && what === undefined)
    throw new CommandRefused('an article or --topic is needed')
  if (command.length === 0) throw new CommandRefused('a command is needed, behind --')
  const limits = limitsOf(options)
  const client = createClient({ ...remoteOf(options), userAgent: 'colophon-try' })
  const articles: TriedArticle[] = []
  for await (const { path, content_hash } of findArticles(client, what, options.topic)) {
    const { fields, body } = readStored(await client.readObject(content_hash))
    const tried: TriedCase[] = []
    for (const one of readCases(body)) tried.push(await runToItsEnd(one, command, limits))
    if (tried.length > 0 || what !== undefined)
      articles.push({ path: path ?? String(fields.path), content_hash, cases: tried })
  }
  const signals = options.signal === true ? await reportOutcomes(client, articles) : []
  return tellTried(articles, signals)
}

function limitsOf({ timeout, memory, output }: TryOptions): CaseLimits {
  return {
    milliseconds: numberOf(timeout, '--timeout', 3600) * 1000,
    memoryBytes: numberOf(memory, '--memory', 1_000_000) * 1_000_000,
    outputBytes: numberOf(output, '--output', 100_000) * 1000,
  }
}

function numberOf(text: string, name: string, most: number): number {
  const number = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (number <= 0 || number > most) throw new CommandRefused(`${name} must be a number up to ${most}`)
  return number
}

async function* findArticles(
  client: Client,
  what: string | undefined,
  topic: string | undefined,
): AsyncGenerator<{ path: string | null; content_hash: string }> {
  if (what === undefined) {
    const items = await gather(client.pages('listIndex', { query: { topic } }))
    yield* items.sort((one, other) => (one.path < other.path ? -1 : 1))
  } else if (isHash(what)) yield { path: null, content_hash: what }
  else yield await readEntryHead(client, what)
}

/** Whoever stops the command stops the program with it, which is in a group of its own. */
async function runToItsEnd(...args: Parameters<typeof startCase>): Promise<TriedCase> {
  const { ended, stop } = startCase(...args)
  const stopAll = (signal: NodeJS.Signals) => {
    stop()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of STOPS) process.once(signal, stopAll)
  try {
    const tried = await ended
    if (NO_OTHERS[tried.outcome]) throw new CommandRefused(`${args[1][0]} cannot be run: ${tried.reason}`)
    return tried
  } finally {
    for (const signal of STOPS) process.off(signal, stopAll)
  }
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What holds for every other case as well. */
const NO_OTHERS: Readonly<Record<CaseOutcome, boolean>> = {
  passed: false,
  differed: false,
  no_json: false,
  exited: false,
  timed_out: false,
  too_much_output: false,
  not_started: true,
}

async function reportOutcomes(client: Client, articles: readonly TriedArticle[]) {
  const reported: { content_hash: string; value: 'up' | 'down'; report_id: string }[] = []
  for (const { content_hash, cases } of articles) {
    if (cases.length === 0) continue
    const passed = countPassed(cases)
    const value = passed === cases.length ? 'up' : 'down'
    const { report_id } = await client.call('reportSignal', {
      params: { sha256: content_hash },
      body: { value, comment: `colophon try: ${passed} of ${cases.length} cases passed.` },
    })
    reported.push({ content_hash, value, report_id })
  }
  return reported
}

function countPassed(cases: readonly TriedCase[]): number {
  return cases.filter(({ outcome }) => IS_PASSED[outcome]).length
}

const IS_PASSED: Readonly<Record<CaseOutcome, boolean>> = {
  passed: true,
  differed: false,
  no_json: false,
  exited: false,
  timed_out: false,
  too_much_output: false,
  not_started: false,
}

function tellTried(articles: readonly TriedArticle[], signals: readonly object[]): CommandOutput {
  const cases = articles.flatMap((article) => article.cases)
  const passed = countPassed(cases)
  const failed = cases.length - passed
  return {
    facts: { articles, cases: cases.length, passed, failed, signals },
    text: [
      ...articles.flatMap(articleLines),
      `${cases.length} cases: ${passed} passed, ${failed} failed`,
      ...(signals.length > 0 ? [`${signals.length} outcomes were reported`] : []),
    ].map(printable),
    isBad: failed > 0,
  }
}

function articleLines({ path, content_hash, cases }: TriedArticle): string[] {
  return [`${path}  ${content_hash}`, ...(cases.length === 0 ? ['  has no cases'] : cases.flatMap(caseLines))]
}

const SHOWN_CHARACTERS = 400

function caseLines(tried: TriedCase): string[] {
  if (IS_PASSED[tried.outcome]) return [`  passed  ${tried.case}`]
  const values =
    'actual' in tried ? [`    expected ${shown(tried.expected)}`, `    answered ${shown(tried.actual)}`] : []
  return [`  FAILED  ${tried.case}: ${tried.reason}`, ...values]
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
