import { bytesToHex } from './bytes.ts'
import { cosignedAt, requireWitnessKey } from './cosignatures.ts'
import { type NoteKey, requireKey } from './keys.ts'
import { parseNote } from './notes.ts'
import { LogRefused } from './proofs.ts'

/** A witness of a policy. */
export interface PolicyWitness {
  readonly name: string
  readonly key: NoteKey
  /** Below which it takes checkpoints; null where the policy does not say. */
  readonly url: string | null
}

/** A policy of C2SP tlog-policy: which logs are known, and whose cosignatures make a checkpoint worth something. */
export interface LogPolicy {
  readonly logs: readonly NoteKey[]
  readonly witnesses: readonly PolicyWitness[]
  /** Whether these witnesses, by their names in the policy, are enough. */
  isMetBy(names: ReadonlySet<string>): boolean
}

type Rule = (names: ReadonlySet<string>) => boolean

interface Reading {
  readonly logs: NoteKey[]
  readonly witnesses: PolicyWitness[]
  readonly rules: Map<string, Rule>
  readonly members: Set<string>
  quorum: Rule | null
}

const MOST_LINES = 1000

/** Throws LogRefused for what is no policy, with the line. */
export function parsePolicy(text: string): LogPolicy {
  const reading: Reading = { logs: [], witnesses: [], rules: new Map(), members: new Set(), quorum: null }
  const lines = text.split('\n')
  if (lines.length > MOST_LINES) throw new LogRefused(`the policy has more than ${MOST_LINES} lines`)
  for (const [place, line] of lines.entries()) readLine(reading, line, place + 1)
  const { logs, witnesses, quorum } = reading
  if (quorum === null) throw new LogRefused('the policy has no quorum line')
  return { logs, witnesses, isMetBy: quorum }
}

/** The witnesses of lines of a policy, each with an address; the other lines are not needed. Throws LogRefused. */
export function parseWitnesses(text: string): (PolicyWitness & { readonly url: string })[] {
  const reading: Reading = { logs: [], witnesses: [], rules: new Map(), members: new Set(), quorum: null }
  for (const [place, line] of text.split('\n').entries()) readLine(reading, line, place + 1)
  return reading.witnesses.map(({ url, ...witness }) => {
    if (url === null) throw new LogRefused(`the witness ${witness.name} has no address`)
    return { ...witness, url }
  })
}

/** The names of the witnesses of a policy that have signed a checkpoint, as the policy calls them. */
export async function witnessedBy(signed: string, { witnesses }: LogPolicy): Promise<Set<string>> {
  const note = parseNote(signed)
  const names = new Set<string>()
  for (const { name, key } of witnesses) if ((await cosignedAt(note, key)) !== null) names.add(name)
  return names
}

type LineReader = (reading: Reading, words: readonly string[]) => string | null

/** Answers what is wrong with a line; null where nothing is. */
const LINES: Readonly<Record<string, LineReader>> = {
  log(reading, [vkey = '', url, ...rest]) {
    if (rest.length > 0 || !isAddress(url)) return 'is not `log <key> [<url>]`'
    const key = requireKey(vkey)
    if (reading.logs.some((other) => isSameKey(other, key))) return 'names a log twice'
    reading.logs.push(key)
    return null
  },
  witness(reading, [name = '', vkey = '', url, ...rest]) {
    if (rest.length > 0 || !isAddress(url)) return 'is not `witness <name> <key> [<url>]`'
    const key = requireWitnessKey(vkey)
    if (reading.witnesses.some((other) => isSameKey(other.key, key))) return 'names a witness twice'
    reading.witnesses.push({ name, key, url: url ?? null })
    return define(reading, name, (names) => names.has(name))
  },
  group(reading, [name = '', wanted = '', ...members]) {
    const least = LEAST[wanted]?.(members.length) ?? (/^[1-9]\d{0,3}$/.test(wanted) ? Number(wanted) : 0)
    if (least < 1 || least > members.length)
      return 'is not `group <name> all|any|<k> <name>...` with k members'
    const rules: Rule[] = []
    for (const member of members) {
      const rule = reading.rules.get(member)
      if (rule === undefined) return `names ${member}, which no line before it defines`
      if (reading.members.has(member)) return `names ${member}, which is a member already`
      reading.members.add(member)
      rules.push(rule)
    }
    return define(reading, name, (names) => rules.filter((rule) => rule(names)).length >= least)
  },
  quorum(reading, [name = '', ...rest]) {
    const rule = name === NONE ? () => true : reading.rules.get(name)
    if (rest.length > 0 || rule === undefined || reading.quorum !== null)
      return 'is no quorum, or a second one'
    reading.quorum = rule
    return null
  },
}

const NONE = 'none'
const LEAST: Readonly<Record<string, (count: number) => number>> = { all: (count) => count, any: () => 1 }

function readLine(reading: Reading, line: string, number: number): void {
  const [first = '', ...words] = line.split(/[ \t]+/).filter((word) => word !== '')
  if (first === '' || first.startsWith('#')) return
  const read = Object.hasOwn(LINES, first) ? LINES[first] : undefined
  const wrong = read === undefined ? 'is no line of a policy' : read(reading, words)
  if (wrong !== null) throw new LogRefused(`line ${number} of the policy ${wrong}`)
}

function define(reading: Reading, name: string, rule: Rule): string | null {
  if (name === '' || name === NONE || reading.rules.has(name))
    return `defines ${name || 'nothing'}, which cannot be defined`
  reading.rules.set(name, rule)
  return null
}

function isAddress(url: string | undefined): boolean {
  return url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
}

function isSameKey(one: NoteKey, other: NoteKey): boolean {
  return bytesToHex(one.publicKey) === bytesToHex(other.publicKey)
}
