import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createNoteSigner, type NoteSigner, type SigningKey } from '@colophon/log'
import type { JWK } from 'jose'

/** Signs the checkpoints of the log with every key of the log: private Ed25519 keys, the newest first. */
export function openLogSigner(keys: readonly JWK[], baseUrl: string): NoteSigner {
  return createNoteSigner(`${baseUrl.replace(/^https?:\/\//, '')}/log`, keys.map(signingKeyOf))
}

function signingKeyOf(key: JWK): SigningKey {
  const signing = createPrivateKey({ key: { ...key }, format: 'jwk' })
  const { x = '' } = createPublicKey(signing).export({ format: 'jwk' })
  return { publicKey: Buffer.from(x, 'base64url'), sign: (bytes) => sign(null, bytes, signing) }
}
