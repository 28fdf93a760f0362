/** FIPS 180-4, 4.2.2: from the cube roots of the first 64 primes. */
const ROUNDS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)
/** 5.3.3: from the square roots of the first eight. */
const FIRST = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)
const BLOCK_BYTES = 64
/** One bit, and the length in 64. */
const LEAST_PADDING_BYTES = 9

/** What is worked on, which nobody else sees: hashing never waits. */
const STATE = new Int32Array(8)
const WORDS = new Int32Array(BLOCK_BYTES)

/**
 * SHA-256 of parts, one after the other. At once: a tree has millions of nodes, and Web Crypto answers each with a promise.
 */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const message = padded(parts)
  STATE.set(FIRST)
  for (let offset = 0; offset < message.length; offset += BLOCK_BYTES) {
    schedule(message, offset)
    compress()
  }
  const digest = new Uint8Array(STATE.byteLength)
  for (let place = 0; place < digest.length; place += 1)
    digest[place] = word(STATE, place >>> 2) >>> (24 - (place & 3) * 8)
  return digest
}

/** A bit, zeros, and the length in bits at the end of a block. */
function padded(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const bytes = new Uint8Array(Math.ceil((length + LEAST_PADDING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES)
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  bytes[length] = 0x80
  for (let place = bytes.length - 1, rest = length * 8; rest > 0; place -= 1, rest = Math.floor(rest / 256))
    bytes[place] = rest
  return bytes
}

/** 6.2.2, step 1. */
function schedule(message: Uint8Array, offset: number): void {
  for (let round = 0; round < 16; round += 1) {
    const place = offset + round * 4
    WORDS[round] =
      (byte(message, place) << 24) |
      (byte(message, place + 1) << 16) |
      (byte(message, place + 2) << 8) |
      byte(message, place + 3)
  }
  for (let round = 16; round < BLOCK_BYTES; round += 1) {
    const near = word(WORDS, round - 2)
    const far = word(WORDS, round - 15)
    const sigma0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
    const sigma1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
    WORDS[round] = (sigma1 + word(WORDS, round - 7) + sigma0 + word(WORDS, round - 16)) | 0
  }
}

/** Steps 2 to 4. */
function compress(): void {
  let a = word(STATE, 0)
  let b = word(STATE, 1)
  let c = word(STATE, 2)
  let d = word(STATE, 3)
  let e = word(STATE, 4)
  let f = word(STATE, 5)
  let g = word(STATE, 6)
  let h = word(STATE, 7)
  for (let round = 0; round < BLOCK_BYTES; round += 1) {
    const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum1 + choice + word(ROUNDS, round) + word(WORDS, round)) | 0
    const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
  add(4, e)
  add(5, f)
  add(6, g)
  add(7, h)
}

function add(place: number, sum: number): void {
  STATE[place] = (word(STATE, place) + sum) | 0
}

function turned(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits))
}

function word(words: Int32Array, place: number): number {
  return words[place] ?? 0
}

function byte(bytes: Uint8Array, place: number): number {
  return bytes[place] ?? 0
}
