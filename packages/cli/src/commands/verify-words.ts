import type { ProvenObject, ProvenStatement, VerifiedLog } from '@colophon/client/log'
import type { LogInconsistent, LogRefused } from '@colophon/log'

/** What `colophon verify` tells: of a log that is not the one it should be, the reason alone. */
export interface VerifyReport {
  readonly facts: object
  readonly lines: readonly string[]
  readonly remarks: readonly string[]
  readonly isProven: boolean
}

interface VerifyContext {
  /** What the log should be called, by where it is; null where nobody knows. */
  readonly expected: string | null
  readonly hasPress: boolean
  /** Those of the policy that have signed the checkpoint; null without a policy. */
  readonly witnesses: readonly string[] | null
}

export function tellVerified(verified: VerifiedLog, context: VerifyContext): VerifyReport {
  const { checkpoint, key, compared, isFirstUse, objects, folder } = verified
  const { origin, size } = checkpoint
  const remarks = [...remarksOf(verified, context), ...(folder?.remarks ?? [])]
  const root_hash = Buffer.from(checkpoint.root).toString('base64')
  const { witnesses } = context
  const log = { origin, size, root_hash, key: key.text, is_first_use: isFirstUse, compared, witnesses }
  const faults = folder?.faults ?? []
  return {
    facts: {
      log,
      objects,
      // What is told of an object is proven; that nothing more was done about it is another thing.
      is_complete: verified.completeness?.isProven ?? false,
      folder: folder && { records: folder.records, faults },
      remarks,
      failed: null,
    },
    lines: [
      `${origin}: ${size} leaves, root ${root_hash}${COMPARED[compared]}`,
      ...(witnesses === null
        ? []
        : [`it meets the policy: cosigned by ${witnesses.join(', ') || 'nobody, who is asked for'}`]),
      ...objects.flatMap((object) => wordsOf(object, size)),
      ...(verified.completeness?.isProven && objects.some(({ fault }) => fault === null)
        ? [`nothing else was done about that in ${size} leaves`]
        : []),
      ...faults.map((fault) => `FAILED ${fault}`),
      ...(folder && faults.length === 0
        ? [`everything that was looked at is right, ${folder.records} records too`]
        : []),
    ],
    remarks,
    isProven: faults.length === 0 && objects.every(({ fault }) => fault === null),
  }
}

/** What a signed statement says, where each hash that was named is the one that it is about. */
export function tellAttested(
  { sha256, predicate, signers }: ProvenStatement,
  hashes: readonly string[],
): VerifyReport {
  const others = hashes.filter((hash) => hash !== sha256)
  const [signer] = signers
  const { publication_hash, mode, published_at } = predicate
  return {
    facts: { attestation: { sha256, predicate, keys: signers.map(({ text }) => text) }, others },
    lines: [
      `${sha256} was published at ${published_at} as ${mode}: record ${publication_hash}, stated by ${signer?.name}`,
      ...others.map((hash) => `FAILED ${hash} is not what the statement is about`),
    ],
    remarks: ['Not proved: that it still stands. Ask its press, or verify its log.'],
    isProven: others.length === 0,
  }
}

const COMPARED: Readonly<Record<VerifiedLog['compared'], string>> = {
  first: '',
  same: ', as it was seen before',
  newer: ', which begin with those that were seen before',
  older: '',
}

export function tellRefused(refused: LogRefused): VerifyReport {
  const evidence = isInconsistent(refused) ? refused.checkpoints : []
  const lines = evidence.flatMap((note) => ['', ...note.trimEnd().split('\n')])
  return {
    facts: { log: null, objects: [], folder: null, remarks: [], failed: refused.message, evidence },
    lines: [
      `FAILED ${refused.message}`,
      ...(lines.length === 0
        ? []
        : ['The same key signed both of these, which contradict each other:', ...lines]),
    ],
    remarks: [],
    isProven: false,
  }
}

function isInconsistent(refused: LogRefused): refused is LogInconsistent {
  return 'checkpoints' in refused
}

function remarksOf(verified: VerifiedLog, { expected, hasPress }: VerifyContext): string[] {
  const { checkpoint, compared, isFirstUse, key, objects } = verified
  return [
    ...(objects.some(({ fault }) => fault === null) && !verified.completeness?.isProven
      ? [
          `Not proved: that nothing else was done about what you named. ${whyIncomplete(verified.completeness)}`,
        ]
      : []),
    ...(isFirstUse
      ? [
          `The key of this log was taken as it is offered, and is kept from now on. Compare it by another way: ${key.text}`,
        ]
      : []),
    ...(compared === 'first' && expected !== null && checkpoint.origin !== expected
      ? [`The log calls itself ${checkpoint.origin}, not ${expected}.`]
      : []),
    ...(compared === 'older' && !hasPress
      ? [
          `It is older than what was seen before, and was not held against it: with --url a press can prove that it belongs to it.`,
        ]
      : []),
  ]
}

function whyIncomplete(completeness: VerifiedLog['completeness']): string {
  return completeness === null
    ? 'Whoever answered could have left out a retirement; --complete reads the whole log.'
    : `It was looked for, and ${completeness.gap}.`
}

const STATES = { published: 'published', retired: 'retired', active: 'made active again' } as const

function wordsOf({ sha256, leaves, fault }: ProvenObject, size: number): string[] {
  if (fault !== null) return [`FAILED ${sha256} ${fault}`]
  return leaves.map(({ index, record_hash, content_hash, state, at }) =>
    sha256 === record_hash
      ? `${sha256} says that ${content_hash} was ${STATES[state]} at ${at}: leaf ${index} of ${size}`
      : `${sha256} was ${STATES[state]} at ${at}: leaf ${index} of ${size}, record ${record_hash}`,
  )
}
