import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  claimRun,
  orNull,
  plainFault,
  removeLeftBehind,
  syncFolder,
  writeWhole,
} from '@colophon/client/node/files'
import { type NoteKey, parseNote, type TreeHead, witnessKeyOf } from '@colophon/log'
import { CommandRefused } from '../commands/command.ts'

/** A witness's folder: its key, and what it has signed. */
export interface WitnessFolder {
  readonly key: NoteKey
  sign(bytes: Uint8Array): Uint8Array
  /** The head that was signed last of a log; null for none. */
  cosigned(origin: string): Promise<TreeHead | null>
  /** Keeps a checkpoint as the one that was signed last; it is on the disk when this has ended. */
  keep(origin: string, signed: string): Promise<void>
  /** Lets another process have the folder. */
  close(): Promise<void>
}

const [KEY, LOGS, RUNNING] = ['witness-key.json', 'cosigned', 'running']
const PRIVATE = 0o600

/** Opens a folder for one process, and makes it with a new key of this name where there is none. */
export async function openWitnessFolder(path: string, name: string | null): Promise<WitnessFolder> {
  try {
    await mkdir(join(path, LOGS), { recursive: true, mode: 0o700 })
    await claimRun(join(path, RUNNING))
    const { key, sign: signBytes } = await openKey(path, name)
    await removeUnnamed(path)
    return {
      key,
      sign: signBytes,
      async cosigned(origin) {
        const signed = await orNull(() => readFile(placeOf(path, origin), 'utf8'))
        return signed === null ? null : headOf(signed)
      },
      async keep(origin, signed) {
        await writeWhole(join(path, `${randomUUID()}.new`), placeOf(path, origin), {
          bytes: Buffer.from(signed),
          mode: PRIVATE,
        })
        await syncFolder(join(path, LOGS))
      },
      close: () => rm(join(path, RUNNING), { force: true }),
    }
  } catch (error) {
    throw plainFault(error, path)
  }
}

function placeOf(path: string, origin: string): string {
  return join(path, LOGS, hash('sha256', origin, 'hex'))
}

/** What was signed is a checkpoint whose proof was looked at: its lines can be read as they stand. */
function headOf(signed: string): TreeHead {
  const [, size = '', root = ''] = parseNote(signed).text.split('\n')
  return { size: Number(size), root: Uint8Array.from(Buffer.from(root, 'base64')) }
}

async function openKey(path: string, name: string | null) {
  const place = join(path, KEY)
  const found = await orNull(() => readFile(place, 'utf8'))
  if (found === null) return await makeKey(path, name)
  const { name: known, key: jwk } = JSON.parse(found)
  if (name !== null && name !== known)
    throw new CommandRefused(`the witness in ${path} is ${known}, not ${name}`)
  return signerOf(String(known), jwk)
}

async function makeKey(path: string, name: string | null) {
  if (name === null || !/^[^\s+]+$/.test(name))
    throw new CommandRefused(
      '--name is needed for a new witness: a name without spaces and plus signs, such as witness.example/1',
    )
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const bytes = Buffer.from(`${JSON.stringify({ name, key: jwk })}\n`)
  await writeWhole(join(path, `${randomUUID()}.new`), join(path, KEY), { bytes, mode: PRIVATE })
  await syncFolder(path)
  return signerOf(name, jwk)
}

function signerOf(name: string, jwk: object) {
  const signing = createPrivateKey({ key: { ...jwk }, format: 'jwk' })
  const { x = '' } = createPublicKey(signing).export({ format: 'jwk' })
  return {
    key: witnessKeyOf(name, Uint8Array.from(Buffer.from(x, 'base64url'))),
    sign: (bytes: Uint8Array) => Uint8Array.from(sign(null, bytes, signing)),
  }
}

/** What was killed before its file had a name left it. */
async function removeUnnamed(path: string): Promise<void> {
  await removeLeftBehind(path, (name) => name.endsWith('.new'))
}
