import assert from 'node:assert/strict'
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkpointText, openCheckpoint } from './checkpoint.ts'
import { openNote, parseKey, parseKeys, requireKey } from './keys.ts'
import { EMPTY_ROOT } from './merkle.ts'
import { createNoteSigner } from './note-signer.ts'
import { parseNote } from './notes.ts'
import { LogRefused } from './proofs.ts'

const ORIGIN = 'press.example/log'

interface Signer {
  readonly text: string
  sign(text: string): string
}

function makeSigner(name = ORIGIN): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.concat([Uint8Array.of(1), rawOf(publicKey)])
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'hex').slice(0, 8)
  return {
    text: `${name}+${id}+${bytes.toString('base64')}`,
    sign(text) {
      const signature = Buffer.concat([Buffer.from(id, 'hex'), sign(null, Buffer.from(text), privateKey)])
      return `— ${name} ${signature.toString('base64')}\n`
    },
  }
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

const [ours, theirs] = [makeSigner(), makeSigner()]
const KEYS = [requireKey(ours.text)]
const root = Buffer.alloc(32, 7).toString('base64')
const BODY = `${ORIGIN}\n12\n${root}\n`
const signed = (body: string, ...signers: Signer[]) =>
  `${body}\n${signers.map((signer) => signer.sign(body)).join('')}`

test('what a signer signs is a note, under the keys that it names', async () => {
  const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const signer = createNoteSigner(
    ORIGIN,
    pairs.map(({ publicKey, privateKey }) => ({
      publicKey: rawOf(publicKey),
      sign: (bytes) => sign(null, bytes, privateKey),
    })),
  )
  const text = checkpointText(ORIGIN, { size: 12, root: Buffer.alloc(32, 7) })
  assert.equal(text, BODY)
  for (const { text: key } of signer.keys)
    assert.equal((await openCheckpoint(signer.sign(text), [requireKey(key)])).size, 12)
})

/** The example of C2SP signed-note, whose key is that of the documentation of Go's package. */
test('the example of the specification verifies', async () => {
  const key = requireKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
  assert.equal((await openNote(note, [key])).text, text)
})

test('a checkpoint says its origin, size and root', async () => {
  const { origin, size, root: found } = await openCheckpoint(signed(BODY, ours), KEYS)
  assert.deepEqual([origin, size, Buffer.from(found)], [ORIGIN, 12, Buffer.alloc(32, 7)])
  const empty = `${ORIGIN}\n0\n${Buffer.from(EMPTY_ROOT).toString('base64')}\n`
  assert.equal((await openCheckpoint(signed(empty, ours), KEYS)).size, 0)
})

test('signatures of unknown keys are passed over, of which one may have the same name', async () => {
  const others = signed(BODY, theirs, ours, makeSigner('other.example'))
  assert.equal((await openCheckpoint(others, KEYS)).size, 12)
  const both = [...KEYS, requireKey(theirs.text)]
  assert.equal((await openCheckpoint(signed(BODY, ours), both)).size, 12)
})

const wrongOurs = ours.sign(`${BODY}\n`)
const BAD_NOTES: Readonly<Record<string, string>> = {
  'no signature of a key that is known': signed(BODY, theirs),
  'a wrong signature': `${BODY}\n${wrongOurs}`,
  'a right signature and a wrong one': `${BODY}\n${ours.sign(BODY)}${wrongOurs}`,
  'no signature at all': `${BODY}\n`,
  nothing: '',
  'a body alone': BODY,
  'no line break at its end': signed(BODY, ours).slice(0, -1),
  'two line breaks at its end': `${signed(BODY, ours)}\n`,
  'a hyphen for the dash': signed(BODY, ours).replace('—', '-'),
  'a carriage return': signed(BODY, ours).replace('\n', '\r\n'),
  'a control character': signed(`${ORIGIN}\u0007\n12\n${root}\n`, ours),
  'a lone surrogate': signed(BODY, ours).replace('press', '\ud800press'),
  'a signature with a space more': signed(BODY, ours).replace('— ', '—  '),
  'a signature with another ending': signed(BODY, ours).replace(/(.)=*\n$/, '$1 x\n'),
  'a signature that is no base64': `${BODY}\n— ${ORIGIN} !!!!\n`,
  'a signature without bytes': `${BODY}\n— ${ORIGIN} AAAAAA==\n`,
  'a signature cut short': signed(BODY, ours).replace(/.{8}\n$/, '\n'),
  'more signatures than anybody needs': `${BODY}\n${ours.sign(BODY).repeat(65)}`,
  'more bytes than anybody reads': signed(`${BODY}${'a'.repeat(1_000_000)}\n`, ours),
}

for (const [name, note] of Object.entries(BAD_NOTES))
  test(`a note with ${name} is refused`, async () => {
    await assert.rejects(openNote(note, KEYS), LogRefused)
  })

test('sixteen signatures are taken, and those of one key more than once', async () => {
  const others = Array.from({ length: 14 }, () => makeSigner())
  const note = await openNote(signed(BODY, ...others, ours, ours), KEYS)
  assert.equal(note.signatures.length, 16)
})

const BAD_BODIES: Readonly<Record<string, string>> = {
  'no origin': `\n12\n${root}\n`,
  'no size': `${ORIGIN}\n\n${root}\n`,
  'a size with a zero before it': `${ORIGIN}\n012\n${root}\n`,
  'a size with a sign': `${ORIGIN}\n+12\n${root}\n`,
  'a size that is no number': `${ORIGIN}\n1e3\n${root}\n`,
  'a size that is larger than numbers are': `${ORIGIN}\n9007199254740992\n${root}\n`,
  'a root that is too short': `${ORIGIN}\n12\n${Buffer.alloc(31).toString('base64')}\n`,
  'a root in another alphabet': `${ORIGIN}\n12\n${Buffer.alloc(32, 255).toString('base64url')}\n`,
  'a root that has bits to spare': `${ORIGIN}\n12\n${root.replace(/.=$/, '9=')}\n`,
  'a line more': `${BODY}more\n`,
  'no root': `${ORIGIN}\n12\n`,
  'no leaf and a root': `${ORIGIN}\n0\n${root}\n`,
  'the origin of another log': `other.example/log\n12\n${root}\n`,
}

for (const [name, body] of Object.entries(BAD_BODIES))
  test(`a checkpoint with ${name} is refused`, async () => {
    await assert.rejects(openCheckpoint(signed(body, ours), KEYS), LogRefused)
  })

test('a note with any byte altered is refused, or says the same', async () => {
  const good = signed(BODY, ours)
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.string({ maxLength: 2 }), async (place, put) => {
      const altered = `${good.slice(0, place)}${put}${good.slice(place + 1)}`
      try {
        assert.equal((await openCheckpoint(altered, KEYS)).size, 12)
        assert.equal(altered, good)
      } catch (error) {
        if (!(error instanceof LogRefused)) throw error
      }
    }),
  )
})

test('whatever a note is, it is read or refused', () => {
  const line = fc.oneof(fc.constant(''), fc.constant('— a AAAAAAAA'), fc.string())
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      try {
        parseNote(lines.join('\n'))
      } catch (error) {
        assert.ok(error instanceof LogRefused)
      }
    }),
  )
})

const [name = '', id = '', ...encoded] = ours.text.split('+')
for (const [fault, text] of Object.entries({
  'another id': `${name}+00000000+${encoded.join('+')}`,
  'another name': ours.text.replace('press', 'pass'),
  'no name': `+${id}+${encoded.join('+')}`,
  'a space in its name': `a ${ours.text}`,
  'a byte less': `${name}+${id}+${Buffer.from(encoded.join('+'), 'base64').subarray(0, -1).toString('base64')}`,
  'an id in capitals': `${name}+ABCDEF01+${encoded.join('+')}`,
  'nothing but a name': name,
  nothing: '',
}))
  test(`a key with ${fault} is refused`, () => {
    assert.throws(() => parseKey(text), LogRefused)
  })

test('keys of other algorithms are passed over, and cannot be asked for', () => {
  const other = `a+00000000+${Buffer.from([4, 1, 2]).toString('base64')}`
  assert.deepEqual(
    parseKeys(`${ours.text}\n${other}\n${theirs.text}\n`).map((key) => key.text),
    [ours.text, theirs.text],
  )
  assert.throws(() => requireKey(other), LogRefused)
  assert.throws(() => parseKeys(`${ours.text}\n`.repeat(65)), LogRefused)
})
