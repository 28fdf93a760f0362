import { hash } from 'node:crypto'
import type { App } from '../../src/app.ts'

/**
 * What an app draws by chance comes in the same order from each app held: two worlds can be compared to the
 * byte. From `begin` on it is what belongs to that step, whatever was drawn before.
 */
export function fixRandomness(app: App): { begin(step: string): void } {
  let draws = 0
  let step = ''
  const draw = () => Buffer.from(hash('sha256', `${step} draw ${draws++}`, 'hex'), 'hex')
  Object.assign(app.ambient, {
    newId: () => uuidOf(draw()),
    random: (bytes: number) => new Uint8Array(draw().subarray(0, bytes)),
  })
  return {
    begin(name) {
      step = name
      draws = 0
    },
  }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
