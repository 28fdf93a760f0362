import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parseKeys, sealEnvelope } from '@colophon/log'
import { newSigningKey } from '../../src/core/jwt.ts'
import { openLogSigner } from '../../src/runtime/log-signer.ts'
import { approveAll, draft, manualEvidence, openDesk, planned, publish } from '../support/editorial.ts'
import type { Cleanup } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { programOf, skipWithout } from '../support/programs.ts'
import { describeSites, openAnySite, type Site } from '../support/site.ts'
import { openVerifier } from '../support/verify.ts'

const run = promisify(execFile)
const addressOf = (sha256: string) => `/api/v1/objects/${sha256}/attestation`

async function attestationOf(site: Site, sha256: string) {
  return (await site.get(addressOf(sha256))).as('getAttestation')
}

interface Stated {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly predicate: Readonly<Record<string, unknown>> & {
    readonly evidence: readonly Readonly<Record<string, unknown>>[]
  }
}

function statementOf({ payload }: { payload: string }): Stated {
  return JSON.parse(Buffer.from(payload, 'base64').toString())
}

/** A revision that was reviewed with one row of evidence. */
async function openReviewed(site: Site) {
  const desk = await openDesk(site)
  const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw', title: 'The saw' })
  await approveAll(site, desk, tasks)
  const [token] = desk.reviewers
  const rows = `/api/v1/candidates/${candidate_hash}/evidence`
  const row = (await site.post(rows, manualEvidence(site.clock.now()), { token })).as('createEvidence')
  const published = (await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
  return { desk, focuses: Object.keys(tasks), row, published }
}

describeSites((sites) => {
  test('a statement tells how a revision was published, and names nobody who reviewed it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { desk, focuses, row, published } = await openReviewed(site)
    const { content_hash, publication_hash, mode, published_at } = published
    const answer = await site.get(addressOf(content_hash))
    const statement = statementOf(answer.as('getAttestation'))
    assert.equal(statement.subject[0]?.digest.sha256, content_hash)
    assert.equal(statement.subject[0]?.name, '/tools/saw')
    const { coverage, evidence, ...said } = statement.predicate
    assert.deepEqual(
      [said.publication_hash, said.mode, said.published_at],
      [publication_hash, mode, published_at],
    )
    const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
    assert.deepEqual(coverage, {
      passes: true,
      policy_hash,
      focuses: focuses.map((focus) => ({ focus, verdict: 'approve' })),
      evidence_required: 0,
    })
    assert.deepEqual(evidence, [
      {
        evidence_hash: row.evidence_hash,
        method: 'manual-source-v1',
        checked_at: row.checked_at,
        expires_at: row.expires_at,
        challenged_at: null,
      },
    ])
    for (const token of desk.reviewers) {
      const { identity_id } = (await site.get('/api/v1/me', { token })).as('getMe')
      assert.ok(!JSON.stringify(statement).includes(identity_id))
    }
    assert.equal((await site.get(addressOf(content_hash))).text, answer.text)
    const challenge = { selector: 'section 3', reason: 'The source says otherwise.' }
    site.clock.advance({ minutes: 1 })
    const path = `/api/v1/evidence/${row.evidence_id}/challenge`
    ;(await site.post(path, challenge, { token: site.admin })).as('challengeEvidence')
    const then = statementOf(await attestationOf(site, content_hash))
    assert.equal(then.predicate.evidence[0]?.challenged_at, site.clock.now())
  })

  test('a direct publication has no coverage, and what was not published has no statement', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/axe' })
    const { predicate } = statementOf(await attestationOf(site, content_hash))
    assert.deepEqual([predicate.mode, predicate.coverage, predicate.evidence], ['direct', null, []])
    const { candidate_hash } = await draft(site, await openDesk(site), { path: '/tools/adze' })
    const asked = await site.get(addressOf(candidate_hash), { token: site.admin })
    asked.refused('not_found')
  })
})

async function openStated(t: Cleanup) {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw' })
  const envelope = await attestationOf(site, content_hash)
  const [key = ''] = (await site.get('/log/keys')).text.split('\n')
  const folder = await makeFolder(t)
  const save = async (value: object) => {
    const file = join(folder, 'statement.json')
    await writeFile(file, JSON.stringify(value))
    return file
  }
  return { site, content_hash, envelope, key, folder, save }
}

test('a statement is verified by a key that is known, without its press', async (t) => {
  const { site, content_hash, envelope, key, save } = await openStated(t)
  const { verify, command } = await openVerifier(t)
  const file = await save(envelope)
  await assert.rejects(verify('--attestation', file, '--mirror', '.'), /not against a folder/)
  const unknown = await verify('--attestation', file)
  assert.deepEqual([unknown.code, unknown.lines.length], [1, 1])
  assert.match(unknown.lines[0] ?? '', /^FAILED no key of whoever signed it is known/)
  const given = await command('--attestation', file, '--key', key, content_hash)
  assert.equal(given.code, 0, given.stderr)
  assert.match(given.lines[0] ?? '', new RegExp(`^${content_hash} was published at .* as direct: record `))
  assert.match(given.stderr, /^Not proved: that it still stands/)
  await verify('--url', site.url)
  assert.equal((await verify('--attestation', file)).code, 0)
  const other = await verify('--attestation', file, '--key', key, 'a'.repeat(64))
  assert.deepEqual(
    [other.code, other.lines[1]],
    [1, `FAILED ${'a'.repeat(64)} is not what the statement is about`],
  )
})

/** What somebody could make of an envelope, by what the command says of it. */
const FORGERIES: readonly [RegExp, (envelope: ReturnType<typeof sealEnvelope>) => object][] = [
  [/signature by .* is wrong/, (one) => ({ ...one, payload: edited(one.payload, 'direct', 'reviewed') })],
  [/is not a|holds/, (one) => ({ ...one, payloadType: 'text/plain' })],
  [/is not signed by/, (one) => ({ ...one, signatures: [] })],
  [
    /signature by .* is wrong/,
    (one) => ({ ...one, signatures: one.signatures.map((signature) => ({ ...signature, sig: 'AAAA' })) }),
  ],
  [/not base64/, (one) => ({ ...one, payload: `${one.payload}!` })],
  [/no DSSE envelope/, ({ payload }) => ({ payload })],
  [/no DSSE envelope/, (one) => ({ ...one, signatures: [null] })],
  [/more than 64/, (one) => ({ ...one, signatures: Array(65).fill(one.signatures[0]) })],
]

function edited(payload: string, from: string, to: string): string {
  return Buffer.from(Buffer.from(payload, 'base64').toString().replace(from, to)).toString('base64')
}

test('what somebody altered, or signed with another key, fails', async (t) => {
  const { site, envelope, key, save } = await openStated(t)
  const { verify } = await openVerifier(t)
  for (const [why, forge] of FORGERIES) {
    const said = await verify('--attestation', await save(forge(envelope)), '--key', key)
    assert.equal(said.code, 1)
    assert.match(said.lines[0] ?? '', why)
  }
  const thief = openLogSigner([await newSigningKey()], site.url)
  const payload = Buffer.from(envelope.payload, 'base64').toString()
  const signed = sealEnvelope(payload, envelope.payloadType, thief)
  assert.equal((await verify('--attestation', await save(signed), '--key', key)).code, 1)
  const [own] = parseKeys(key)
  const keyid = `${own?.name}+${own?.id}`
  const claimed = { ...signed, signatures: signed.signatures.map((signature) => ({ ...signature, keyid })) }
  const caught = await verify('--attestation', await save(claimed), '--key', key)
  assert.match(caught.lines[0] ?? '', /signature by .* is wrong/)
})

test('what the key signed of another kind is no statement about a publication', async (t) => {
  const { site, save } = await openStated(t)
  const { verify } = await openVerifier(t)
  const signer = openLogSigner([await newSigningKey()], site.url)
  const key = signer.keys[0]?.text ?? ''
  const judge = async (statement: string) => {
    const file = await save(sealEnvelope(statement, 'application/vnd.in-toto+json', signer))
    return (await verify('--attestation', file, '--key', key)).lines[0]
  }
  assert.equal(await judge('no JSON'), 'FAILED the statement is not JSON')
  assert.match((await judge('{}')) ?? '', /^FAILED the envelope holds no statement of /)
  const kind = { _type: 'https://in-toto.io/Statement/v1', predicateType: 'urn:colophon:publication:v1' }
  const subject = { digest: { sha256: 'a'.repeat(64) } }
  for (const subjects of [[], [subject, subject], [{ digest: { sha256: 'x' } }], null])
    assert.match(
      (await judge(JSON.stringify({ ...kind, subject: subjects, predicate: {} }))) ?? '',
      /^FAILED the statement is not about one revision/,
    )
})

test('a reader of thirty lines in another language proves it', {
  skip: skipWithout(['openssl', 'python3']),
}, async (t) => {
  const { content_hash, envelope, key, folder, save } = await openStated(t)
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, key)
  const read = async (value: object) =>
    await run(programOf('python3') ?? 'python3', [
      join(import.meta.dirname, 'attestation.py'),
      keyFile,
      await save(value),
    ])
  const { stdout } = await read(envelope)
  assert.deepEqual(JSON.parse(stdout), { sha256: content_hash, mode: 'direct' })
  await assert.rejects(read({ ...envelope, payload: edited(envelope.payload, 'direct', 'reviewed') }))
})
