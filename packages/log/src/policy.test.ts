import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import {
  cosignatureLine,
  cosignedAt,
  cosignedMessage,
  requireWitnessKey,
  witnessKeyOf,
} from './cosignatures.ts'
import { noteKeyOf } from './keys.ts'
import { parseNote } from './notes.ts'
import { parsePolicy, witnessedBy } from './policy.ts'
import { LogRefused } from './proofs.ts'

function newWitness(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = witnessKeyOf(name, Uint8Array.from(raw))
  const cosign = (text: string, seconds: number) =>
    cosignatureLine(key, seconds, sign(null, cosignedMessage(text, seconds), privateKey))
  return { key, raw: Uint8Array.from(raw), cosign }
}

const [w1, w2, w3, log] = ['w.example/1', 'w.example/2', 'w.example/3', 'press.example/log'].map(newWitness)
const TEXT = 'press.example/log\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const vkeys = [w1, w2, w3].map((witness, place) => `witness W${place + 1} ${witness?.key.text}`)
const LINES = [
  `log ${noteKeyOf('press.example/log', log?.raw ?? new Uint8Array()).text}`,
  '# a comment',
  '',
  ...vkeys,
]
const policy = (...more: string[]) => [...LINES, ...more].join('\n')

function noteOf(...witnesses: (ReturnType<typeof newWitness> | undefined)[]): string {
  return `${TEXT}\n— press.example/log ${Buffer.alloc(68).toString('base64')}\n${witnesses.map((one) => one?.cosign(TEXT, 1_700_000_000)).join('')}`
}

test('a cosignature says when it was made, and is worth something for its text and its key alone', async () => {
  assert.ok(w1 && w2)
  const note = parseNote(noteOf(w1))
  assert.equal(await cosignedAt(note, w1.key), 1_700_000_000)
  assert.equal(await cosignedAt(note, w2.key), null)
  assert.equal(await cosignedAt({ ...note, text: note.text.replace('\n1\n', '\n2\n') }, w1.key), null)
  const [, own] = note.signatures
  const later = Uint8Array.from(own?.signature ?? [])
  later[7] = (later[7] ?? 0) + 1
  assert.equal(await cosignedAt({ ...note, signatures: [{ ...w1.key, signature: later }] }, w1.key), null)
  assert.equal(requireWitnessKey(w1.key.text).id, w1.key.id)
  assert.throws(() => requireWitnessKey(noteKeyOf('w.example/1', w1.raw).text), LogRefused)
})

for (const [quorum, met, unmet] of [
  [['quorum none'], [], null],
  [['quorum W1'], [w1], [w2]],
  [['group G 2 W1 W2 W3', 'quorum G'], [w1, w3], [w2]],
  [['group G all W1 W2', 'group H any G W3', 'quorum H'], [w1, w2], [w1]],
] as const)
  test(`a policy with ${quorum.join(', ')} is met by enough witnesses and not by fewer`, async () => {
    const read = parsePolicy(policy(...quorum))
    assert.ok(read.isMetBy(await witnessedBy(noteOf(...met), read)))
    if (unmet !== null) assert.ok(!read.isMetBy(await witnessedBy(noteOf(...unmet), read)))
  })

for (const [name, ...lines] of [
  ['without a quorum'],
  ['with two quorums', 'quorum W1', 'quorum W2'],
  ['with a quorum that is not defined', 'quorum W4'],
  ['with a group of a later one', 'group G any H', 'group H any W1', 'quorum G'],
  ['with a group that needs more than it has', 'group G 3 W1 W2', 'quorum G'],
  ['with a group without members', 'group G any', 'quorum G'],
  ['with a member of two groups', 'group G any W1', 'group H any W1', 'quorum G'],
  ['with a name twice', 'group W1 any W2', 'quorum W1'],
  ['with a witness twice', vkeys[0] ?? '', 'quorum W1'],
  ['with none as a member', 'group G any none', 'quorum G'],
  ['with a word that is none of its own', 'witnesses W1', 'quorum W1'],
  [
    'with a witness whose key signs notes',
    `witness W4 ${noteKeyOf('w.example/4', w1?.raw ?? new Uint8Array()).text}`,
    'quorum W1',
  ],
] as const)
  test(`a policy ${name} is refused`, () => {
    assert.throws(() => parsePolicy(policy(...lines)), LogRefused)
  })

test('the example of the specification is read as a note with a cosignature', () => {
  const signed =
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n' +
    '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n' +
    '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n'
  const [, cosignature] = parseNote(signed).signatures
  const time = new DataView(Uint8Array.from(cosignature?.signature ?? []).buffer).getBigUint64(0)
  assert.deepEqual(
    [cosignature?.name, cosignature?.id, time],
    ['witness.example.com/w1', '8d66cf3f', 1679315147n],
  )
})
