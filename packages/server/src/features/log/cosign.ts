import {
  consistencyProof,
  cosignedAt,
  formatRequest,
  type PolicyWitness,
  parseNote,
  type TileTree,
  tileAt,
} from '@colophon/log'
import type { App } from '../../app.ts'
import { readStoredTile } from './next-leaves.ts'

/** What witnesses said of one checkpoint. */
interface CosigningRound {
  readonly text: string
  /** Their lines, by their names. */
  readonly lines: Map<string, string>
  asking: Promise<void> | null
  askedAt: number
}

/** Who did not answer in time is asked again after so long, in milliseconds. */
const AGAIN_MILLISECONDS = 30_000
/** How long a checkpoint waits for its cosignatures. */
const PATIENCE_MILLISECONDS = 2000
const MOST_CHARACTERS = 16_384

const rounds = new WeakMap<App, CosigningRound>()
/** The sizes that witnesses have signed last, as they said. */
const sizes = new WeakMap<App, Map<string, number>>()

/**
 * A signed checkpoint with the cosignatures that came in time, without them else: a witness that is away must not keep
 * anybody from the log. Each head is brought to each witness once.
 */
export async function cosign(app: App, signed: string, size: number): Promise<string> {
  const { witnesses } = app.settings
  if (witnesses.length === 0) return signed
  const { text } = parseNote(signed)
  const round = roundOf(app, text)
  const isMissing = round.lines.size < witnesses.length
  if (isMissing && round.asking === null && app.ambient.elapsed() - round.askedAt >= AGAIN_MILLISECONDS) {
    round.askedAt = app.ambient.elapsed()
    round.asking = askAll(app, round, signed, size).finally(() => {
      round.asking = null
    })
  }
  await round.asking
  return signed + witnesses.map(({ name }) => round.lines.get(name) ?? '').join('')
}

function roundOf(app: App, text: string): CosigningRound {
  const known = rounds.get(app)
  if (known?.text === text) return known
  const round = { text, lines: new Map(), asking: null, askedAt: Number.NEGATIVE_INFINITY }
  rounds.set(app, round)
  return round
}

async function askAll(app: App, round: CosigningRound, signed: string, size: number): Promise<void> {
  const due = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  const missing = app.settings.witnesses.filter(({ name }) => !round.lines.has(name))
  await Promise.all(
    missing.map(async (witness) => {
      try {
        const line = await ask(app, witness, { signed, size, due })
        if (line !== null) round.lines.set(witness.name, line)
      } catch (error) {
        app.telemetry.log.warn('a witness did not cosign', { witness: witness.name, error: String(error) })
      }
    }),
  )
}

interface Submission {
  readonly signed: string
  readonly size: number
  readonly due: AbortSignal
}

/** A witness that has signed another size says so, and is asked once more with the proof from there. */
async function ask(app: App, witness: Witness, submission: Submission): Promise<string | null> {
  const known = sizes.get(app) ?? new Map<string, number>()
  sizes.set(app, known)
  for (const _try of [1, 2]) {
    const oldSize = known.get(witness.name) ?? 0
    if (oldSize > submission.size) return null
    const { status, text } = await post(app, witness, submission, oldSize)
    if (status === 200) {
      known.set(witness.name, submission.size)
      return await ownLine(witness, submission.signed, text)
    }
    if (status !== 409 || !/^(?:0|[1-9]\d{0,15})\n$/.test(text) || Number(text) === oldSize)
      throw new Error(`it answered ${status}: ${text.slice(0, 200).trim()}`)
    known.set(witness.name, Number(text))
  }
  return null
}

type Witness = PolicyWitness & { readonly url: string }

async function post(app: App, { url }: Witness, { signed, size, due }: Submission, oldSize: number) {
  const proof = await consistencyProof(treeOf(app, size), oldSize)
  const response = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatRequest({ oldSize, proof, signed }),
    signal: due,
    redirect: 'manual',
  })
  return { status: response.status, text: (await response.text()).slice(0, MOST_CHARACTERS) }
}

/** Only a right cosignature by its own key is worth a line. */
async function ownLine({ key }: Witness, signed: string, answer: string): Promise<string | null> {
  for (const line of answer.split('\n').filter((line) => line.startsWith(`— ${key.name} `))) {
    const found = `${line}\n`
    if ((await cosignedAt(parseNote(signed + found), key)) !== null) return found
  }
  throw new Error('its cosignature is wrong')
}

function treeOf({ storage }: App, size: number): TileTree {
  return {
    size,
    async read(level, index) {
      const tile = tileAt(level, index, size)
      if (tile === null) throw new Error(`a log of ${size} leaves has no tile ${level}/${index}`)
      return await readStoredTile(storage.read, tile)
    },
  }
}
