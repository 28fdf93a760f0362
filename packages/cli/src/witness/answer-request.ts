import { cosignatureLine, cosignedMessage, judgeRequest, type NoteKey, parseRequest } from '@colophon/log'
import type { WitnessFolder } from './witness-folder.ts'

/** An answer of C2SP tlog-witness. */
export interface WitnessAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

const PLAIN = 'text/plain; charset=utf-8'
const SIZE = 'text/x.tlog.size'

/** Answers requests to cosign one after another, so that none rolls back what another has signed meanwhile. */
export function createWitness(
  folder: WitnessFolder,
  logs: readonly NoteKey[],
  now: () => number,
): (body: string) => Promise<WitnessAnswer> {
  let last: Promise<unknown> = Promise.resolve()
  return (body) => {
    const answer = last.then(() => answerRequest(folder, logs, now, body))
    last = answer.catch(() => {})
    return answer
  }
}

async function answerRequest(
  folder: WitnessFolder,
  logs: readonly NoteKey[],
  now: () => number,
  body: string,
): Promise<WitnessAnswer> {
  const request = parseRequest(body)
  if (request === null)
    return { status: 400, type: PLAIN, text: 'this is no request to cosign a checkpoint\n' }
  const heads = new Map(
    await Promise.all(logs.map(async ({ name }) => [name, await folder.cosigned(name)] as const)),
  )
  const verdict = await judgeRequest(request, logs, (origin) => heads.get(origin) ?? null)
  if (verdict.status === 409) return { status: 409, type: SIZE, text: `${verdict.size}\n` }
  if (verdict.status !== 200) return { status: verdict.status, type: PLAIN, text: `${verdict.why}\n` }
  const { origin, signed } = verdict.checkpoint
  const text = `${signed.slice(0, signed.lastIndexOf('\n\n'))}\n`
  const seconds = Math.floor(now() / 1000)
  const line = cosignatureLine(folder.key, seconds, folder.sign(cosignedMessage(text, seconds)))
  // Before it is said: a witness that forgot would sign another history.
  await folder.keep(origin, signed)
  return { status: 200, type: PLAIN, text: line }
}
