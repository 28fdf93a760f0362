import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NoteKey } from '@colophon/log'
import type { Command } from 'commander'
import { createWitness, type WitnessAnswer } from '../witness/answer-request.ts'
import { openWitnessFolder } from '../witness/witness-folder.ts'
import { CommandRefused } from './command.ts'
import { givenKey, givenPolicy } from './log-options.ts'

interface WitnessOptions {
  name?: string
  log?: string[]
  policy?: string
  host: string
  port: string
}

/** More than a checkpoint with a proof and the signatures of all its witnesses takes. */
const LARGEST_BODY = 64 * 1024
const REQUEST_MILLISECONDS = 10_000

/** `colophon witness`: signs checkpoints of logs that only ever grow, as C2SP tlog-witness has it. */
export function addWitness(program: Command): void {
  program
    .command('witness')
    .description(
      'Be a witness of transparency logs: cosign the checkpoints of a log that goes on from what was signed before',
    )
    .argument('<folder>', 'keeps the key of the witness, and what it signed; created if missing')
    .option('--name <name>', 'of a new witness, such as witness.example/1')
    .option('--log <keys...>', 'keys of the logs to witness, as name+id+key (/log/keys of a press)')
    .option('--policy <file>', 'the logs of a policy (C2SP tlog-policy)')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'where to listen; 0 picks a free one', '8788')
    .action(witness)
}

async function witness(path: string, options: WitnessOptions): Promise<void> {
  const logs = await readLogs(options)
  if (!/^\d{1,5}$/.test(options.port)) throw new CommandRefused('--port must be a number')
  const folder = await openWitnessFolder(path, options.name ?? null)
  const answer = createWitness(folder, logs, Date.now)
  const server = createServer({ requestTimeout: REQUEST_MILLISECONDS }, (message, response) => {
    respond(message, response, answer).catch(() => response.destroy())
  })
  try {
    server.listen(Number(options.port), options.host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
    process.stdout.write(`witness ${folder.key.name} ${folder.key.text} ${url}\n`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    server.close()
    server.closeIdleConnections()
    await folder.close()
  }
}

async function readLogs({ log = [], policy }: WitnessOptions): Promise<NoteKey[]> {
  const logs = [...log.map(givenKey), ...(policy === undefined ? [] : (await givenPolicy(policy)).logs)]
  if (logs.length === 0) throw new CommandRefused('--log or --policy is needed: which logs to witness')
  return logs
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  answer: (body: string) => Promise<WitnessAnswer>,
): Promise<void> {
  const isRequest = message.method === 'POST' && /\/add-checkpoint$/.test(message.url ?? '')
  const body = isRequest ? await readBody(message) : null
  const told = !isRequest
    ? { status: 404, type: 'text/plain', text: 'POST add-checkpoint is all that a witness has\n' }
    : body === null
      ? { status: 413, type: 'text/plain', text: `a request has at most ${LARGEST_BODY} bytes\n` }
      : await answer(body)
  response.writeHead(told.status, {
    'content-type': told.type,
    'content-length': Buffer.byteLength(told.text),
  })
  response.end(told.text)
}

/** null of what is too large. */
async function readBody(message: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > LARGEST_BODY) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
