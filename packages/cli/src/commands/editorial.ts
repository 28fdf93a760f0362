import { type Client, ColophonProblem, holdLease } from '@colophon/client'
import { type AnswerOf, type Check, isPublishedCandidate, type Operations } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import {
  type ClientCommand,
  type CommandInput,
  CommandRefused,
  choiceOf,
  choiceOption,
  factsOutput,
  firstWord,
  gather,
  neededOption,
  numberOption,
  optionOf,
} from './command.ts'
import { readEntryHead } from './reading.ts'

type Task = AnswerOf<Operations['getTask']>

const KINDS = ['research', 'refresh', 'review'] as const
const STATES = ['open', 'leased', 'completed', 'cancelled'] as const
const VERDICTS = ['approve', 'request_changes', 'reject'] as const
const MODES = ['reviewed', 'direct', 'admin_override'] as const

const tasks: ClientCommand = {
  name: 'tasks',
  summary: 'List tasks, newest first',
  words: [],
  options: [
    ['--topic <slug>', 'only tasks of this topic'],
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
  summary: 'Lease a task and show its brief; send its generation with your submission or review',
  words: [['<task>', 'its id']],
  options: [['--hold', 'stay, and renew the lease until you stop the command']],
  async run(client, given) {
    const params = { id: firstWord(given) }
    const lease = await client.call('claimTask', { params })
    const task = await client.call('getTask', { params })
    const facts = factsOutput({ ...lease, task }, 'task_id', 'generation', 'lease_until')
    const told = { ...facts, text: [...facts.text, ...briefOf(task)] }
    return given.options.hold === true ? { ...told, lasts: holdLease(client.call, lease) } : told
  },
}

/** What is to be done, and on what. */
function briefOf({ kind, topic_id, title, brief, focus, candidate_hash, content_hash }: Task): string[] {
  const subjects = [
    ['focus', focus],
    ['candidate_hash', candidate_hash],
    ['content_hash', content_hash],
  ].flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
  const lines = brief.split('\n').map((line) => `  ${line}`)
  return [`${kind} in ${topic_id}: ${title}`, ...subjects, ...lines].map(printable)
}

const complete: ClientCommand = {
  name: 'complete',
  summary: 'Complete a task with the proposal that you submitted for it',
  words: [
    ['<task>', 'its id'],
    ['<proposal>', 'hash of the proposal'],
  ],
  options: [['--generation <number>', 'generation of your lease of the task']],
  async run(client, given) {
    const generation = numberOption(given, 'generation')
    if (generation === undefined) throw new CommandRefused('--generation is needed')
    const task = await client.call('completeTask', {
      params: { id: firstWord(given) },
      body: { generation, artifact_hash: given.words[1] ?? '' },
    })
    return factsOutput(task, 'task_id', 'state', 'artifact_hash')
  },
}

const withdraw: ClientCommand = {
  name: 'withdraw',
  summary: 'Take back a proposal of yours that nobody has decided on',
  words: [['<proposal>', 'hash of the proposal']],
  options: [],
  async run(client, given) {
    const proposal_hash = firstWord(given)
    const submission = await client.call('withdrawSubmission', { params: { proposal_hash } })
    return factsOutput(submission, 'proposal_hash', 'path', 'state')
  },
}

const submit: ClientCommand = {
  name: 'submit',
  summary: 'Submit a Markdown file as a proposal: a new entry, or a revision of one',
  words: [['<file>', 'Markdown file, read as by import']],
  options: [
    ['--path <path>', 'path of a new entry without one in its front matter, or new path of a revision'],
    ['--revise <entry>', 'path or UUID of the entry to revise'],
    ['--task <id>', 'research task that this completes'],
    ['--generation <number>', 'generation of your lease of that task'],
  ],
  async run(client, given) {
    const file = firstWord(given)
    const bytes = await given.readFile(file)
    const { articleOfFile } = await readers()
    const article = articleOfFile(file, bytes)
    const receipt = await client.call('createSubmission', {
      body: {
        ...article,
        ...(await placeOf(client, given, bytes)),
        task_id: optionOf(given, 'task') ?? null,
        task_generation: numberOption(given, 'generation') ?? null,
      },
    })
    const told = factsOutput(receipt, 'proposal_hash', 'entry_id', 'topic_id', 'state')
    return { ...told, remarks: remarksOf(receipt.checks, file) }
  },
}

/**
 * What the server found worth a look, which an older one does not say. Lines are those of the text, behind the front
 * matter of its file.
 */
function remarksOf(checks: readonly Check[] | undefined, file: string): string[] {
  return (checks ?? []).map(({ level, rule, line, message }) =>
    printable(`${level}: ${file}${line === null ? '' : `, line ${line} of the text`}: ${message} (${rule})`),
  )
}

async function placeOf(client: Client, given: CommandInput, bytes: Uint8Array) {
  const path = optionOf(given, 'path')
  const revised = optionOf(given, 'revise')
  if (revised === undefined) return { path: path ?? (await newPath(bytes)) }
  const head = await readEntryHead(client, revised)
  return { path: path ?? head.path, entry_id: head.entry_id, expected_parent_hash: head.content_hash }
}

/** Of Markdown and YAML: a server, which knows this command as well, need not keep them in memory. */
function readers() {
  return import('../import/article-of-file.ts')
}

/** Only of a new entry: the front matter of what was read from a server has the path of then. */
async function newPath(bytes: Uint8Array): Promise<string> {
  const { authoredPath } = await readers()
  const path = authoredPath(bytes)
  if (path !== undefined) return path
  throw new CommandRefused('a new entry needs --path, or a path in its front matter; a revision --revise')
}

const review: ClientCommand = {
  name: 'review',
  summary: 'Give your verdict under the focus of a review task, and complete it',
  words: [['<task>', 'its id']],
  options: [
    ['--generation <number>', 'generation of your lease of the task'],
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
    return factsOutput(made, 'review_hash', 'focus', 'verdict')
  },
}

/** What the findings are the service checks, and says what is wrong with them. */
async function findingsOf(given: CommandInput) {
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
  summary: 'Publish a candidate, or finalize and publish a proposal',
  words: [['<hash>', 'hash of the candidate or the proposal']],
  options: [
    ['--mode <mode>', `${MODES.join(', ')}; default: direct`],
    ['--reason <text>', 'reason for an override'],
  ],
  async run(client, given) {
    const candidate = await candidateOf(client, firstWord(given))
    const receipt = await client.call('publishCandidate', {
      params: { candidate_hash: candidate.candidate_hash },
      body: {
        mode: choiceOption(given, 'mode', MODES) ?? 'direct',
        // What was published can be only as the head that it is: one that was retired is listed again so.
        expected_head_hash: isPublishedCandidate(candidate.state)
          ? candidate.candidate_hash
          : candidate.parent_hash,
        reason: optionOf(given, 'reason') ?? null,
      },
    })
    return factsOutput(receipt, 'content_hash', 'publication_hash', 'entry_id', 'path', 'mode')
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

export const EDITORIAL: readonly ClientCommand[] = [tasks, claim, submit, complete, withdraw, review, publish]
