const MILLISECONDS_DIGITS = 12

/**
 * A UUID of version 7: it begins with a time, so that new ones lie together in an index, and has 74 random bits,
 * so that nobody guesses it. `nonce` is 128 random bits, base64url. For ids that are shown only beside their time.
 */
export function timedId(time: string, nonce: string): string {
  const at = Date.parse(time).toString(16).padStart(MILLISECONDS_DIGITS, '0')
  const random = Buffer.from(nonce, 'base64url').toString('hex')
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 3) | 8).toString(16)
  return `${at.slice(0, 8)}-${at.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}
