import type { Check } from '@colophon/contract'
import type { Client } from '../client.ts'
import { articleOfFile, authoredPath } from '../import/article-of-file.ts'
import { holdLease } from '../lease.ts'
import { ColophonProblem } from '../problem.ts'
import {
  type ClientCommand,
  CommandRefused,
  choiceOf,
  choiceOption,
  firstWord,
  type Given,
  gather,
  neededOption,
  numberOption,
  optionOf,
} from './command.ts'
import { printable } from './printable.ts'
import { headOf } from './reading.ts'
import { toldFacts } from './told-facts.ts'

const KINDS = ['research', 'refresh', 'review'] as const
const STATES = ['open', 'leased', 'completed', 'cancelled'] as const
const VERDICTS = ['approve', 'request_changes', 'reject'] as const
const MODES = ['reviewed', 'direct', 'admin_override'] as const

const tasks: ClientCommand = {
  name: 'tasks',
  summary: 'List tasks, newest first',
  words: [],
  options: [
    ['--topic <slug>', 'of this topic alone'],
    ['--kind <kind>', KINDS.join(', ')],
    ['--state <state>', STATES.join(', ')],
    ['--claimable', 'only those that you can claim now'],
  ],
  async run(client, given) {
    const query = {
      topic: optionOf(given, 'topic'),
      kind: choiceOption(given, 'kind', KINDS),
      state: choiceOption(given, 'state', STATES),
      claimable: given.options.claimable === true ? true : undefined,
    }
    const items = await gather(client.pages('listTasks', { query }))
    const text = items.map(({ task_id, kind, topic_id, state, can_claim, title }) =>
      printable(`${task_id}  ${kind}  ${topic_id}  ${can_claim ? 'claimable' : state}  ${title}`),
    )
    return { facts: { items }, text }
  },
}

const claim: ClientCommand = {
  name: 'claim',
  summary: 'Lease a task; its generation goes with what you submit or review',
  words: [['<task>', 'its id']],
  options: [['--hold', 'stay, and renew the lease until you stop the command']],
  async run(client, given) {
    const lease = await client.call('claimTask', { params: { id: firstWord(given) } })
    const told = toldFacts(lease, 'task_id', 'generation', 'lease_until')
    return given.options.hold === true ? { ...told, lasts: holdLease(client.call, lease) } : told
  },
}

const submit: ClientCommand = {
  name: 'submit',
  summary: 'Submit a Markdown file as a proposal: a new entry, or a revision of one',
  words: [['<file>', 'its front matter or its text names it, as in an import']],
  options: [
    ['--path <path>', 'of a new entry, where its front matter has none; of a revision: where it moves'],
    ['--revise <entry>', 'the path or the UUID of the entry that it revises'],
    ['--task <id>', 'the research task that it is for'],
    ['--generation <number>', 'of your lease of that task'],
  ],
  async run(client, given) {
    const file = firstWord(given)
    const bytes = await given.readFile(file)
    const article = articleOfFile(file, bytes)
    const receipt = await client.call('createSubmission', {
      body: {
        ...article,
        ...(await placeOf(client, given, bytes)),
        task_id: optionOf(given, 'task') ?? null,
        task_generation: numberOption(given, 'generation') ?? null,
      },
    })
    const told = toldFacts(receipt, 'proposal_hash', 'entry_id', 'topic_id', 'state')
    return { ...told, remarks: remarksOf(receipt.checks, file) }
  },
}

/**
 * What the press found worth a look, which an older one does not say. Lines are those of the text, behind the front
 * matter of its file.
 */
function remarksOf(checks: readonly Check[] | undefined, file: string): string[] {
  return (checks ?? []).map(({ level, rule, line, message }) =>
    printable(`${level}: ${file}${line === null ? '' : `, line ${line} of the text`}: ${message} (${rule})`),
  )
}

async function placeOf(client: Client, given: Given, bytes: Uint8Array) {
  const path = optionOf(given, 'path')
  const revised = optionOf(given, 'revise')
  if (revised === undefined) return { path: path ?? newPath(bytes) }
  const head = await headOf(client, revised)
  return { path: path ?? head.path, entry_id: head.entry_id, expected_parent_hash: head.content_hash }
}

/** Only of a new entry: the front matter of what was read from a press has the path of then. */
function newPath(bytes: Uint8Array): string {
  const path = authoredPath(bytes)
  if (path !== undefined) return path
  throw new CommandRefused('a new entry needs --path, or a path in its front matter; a revision --revise')
}

const review: ClientCommand = {
  name: 'review',
  summary: 'Give your verdict under the focus of a review task, and complete it',
  words: [['<task>', 'its id']],
  options: [
    ['--generation <number>', 'of your lease of the task'],
    ['--verdict <verdict>', VERDICTS.join(', ')],
    ['--summary <text>', 'the reason for the verdict'],
    ['--findings <file>', 'a JSON list of {severity, locator, comment}'],
  ],
  async run(client, given) {
    const generation = numberOption(given, 'generation')
    if (generation === undefined) throw new CommandRefused('--generation is needed')
    const made = await client.call('createReview', {
      body: {
        task_id: firstWord(given),
        generation,
        verdict: choiceOf(neededOption(given, 'verdict'), VERDICTS, '--verdict'),
        summary: neededOption(given, 'summary'),
        findings: await findingsOf(given),
      },
    })
    return toldFacts(made, 'review_hash', 'focus', 'verdict')
  },
}

/** What the findings are the service checks, and says what is wrong with them. */
async function findingsOf(given: Given) {
  const file = optionOf(given, 'findings')
  if (file === undefined) return []
  const text = new TextDecoder().decode(await given.readFile(file))
  try {
    const findings: unknown = JSON.parse(text)
    if (Array.isArray(findings)) return findings
  } catch (error) {
    throw new CommandRefused(`${file} is no JSON`, { cause: error })
  }
  throw new CommandRefused(`${file} is no JSON list`)
}

const publish: ClientCommand = {
  name: 'publish',
  summary: 'Publish a candidate; a proposal is finalized first',
  words: [['<hash>', 'of the candidate or of the proposal']],
  options: [
    ['--mode <mode>', `${MODES.join(', ')}; left out: direct`],
    ['--reason <text>', 'of an override'],
  ],
  async run(client, given) {
    const candidate = await candidateOf(client, firstWord(given))
    const receipt = await client.call('publishCandidate', {
      params: { candidate_hash: candidate.candidate_hash },
      body: {
        mode: choiceOption(given, 'mode', MODES) ?? 'direct',
        // What was published can be only as the head that it is: one that was retired is listed again so.
        expected_head_hash:
          candidate.state === 'published' ? candidate.candidate_hash : candidate.parent_hash,
        reason: optionOf(given, 'reason') ?? null,
      },
    })
    return toldFacts(receipt, 'content_hash', 'publication_hash', 'entry_id', 'path', 'mode')
  },
}

async function candidateOf(client: Client, hash: string) {
  const proposal = await ifThere(client.call('getSubmission', { params: { proposal_hash: hash } }))
  if (proposal === null) return client.call('getCandidate', { params: { candidate_hash: hash } })
  if (proposal.candidate_hash !== null)
    return client.call('getCandidate', { params: { candidate_hash: proposal.candidate_hash } })
  return client.call('finalizeSubmission', { params: { proposal_hash: hash } })
}

/** null for what is not there, or not for the caller. */
async function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ColophonProblem && error.code === 'not_found') return null
    throw error
  }
}

export const EDITORIAL: readonly ClientCommand[] = [tasks, claim, submit, review, publish]
