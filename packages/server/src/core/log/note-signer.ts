import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import type { JWK } from 'jose'

/** Of Ed25519, as C2SP signed-note numbers the kinds of signatures. */
const ED25519 = Buffer.of(1)

/** Signs the checkpoints of the log with every key of the site. */
export interface NoteSigner {
  /** The name of the keys, and the origin of the log. */
  readonly name: string
  /** `name+id+key`, the newest first. */
  readonly verifierKeys: readonly string[]
  /** C2SP signed-note: the text, which ends with a line break, and a line for each signature. */
  sign(text: string): string
}

interface NoteKey {
  readonly signing: KeyObject
  /** The kind of the key, and the public key. */
  readonly open: Buffer
  readonly id: Buffer
}

/** `keys` are private Ed25519 keys, the newest first. */
export function createNoteSigner(keys: readonly JWK[], baseUrl: string): NoteSigner {
  const name = `${baseUrl.replace(/^https?:\/\//, '')}/log`
  const noteKeys = keys.map((key) => noteKeyOf(key, name))
  return {
    name,
    verifierKeys: noteKeys.map(({ open, id }) => `${name}+${id.toString('hex')}+${open.toString('base64')}`),
    sign: (text) => {
      const lines = noteKeys.map(({ signing, id }) => {
        const signature = sign(null, Buffer.from(text), signing)
        return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
      })
      return `${text}\n${lines.join('')}`
    },
  }
}

function noteKeyOf(key: JWK, name: string): NoteKey {
  const signing = createPrivateKey({ key: { ...key }, format: 'jwk' })
  const { x = '' } = createPublicKey(signing).export({ format: 'jwk' })
  const open = Buffer.concat([ED25519, Buffer.from(x, 'base64url')])
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), open]), 'buffer').subarray(0, 4)
  return { signing, open, id }
}
