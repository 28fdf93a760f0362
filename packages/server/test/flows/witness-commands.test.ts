import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { checkpointText, type PolicyWitness, parseNote, requireWitnessKey, rootOf } from '@colophon/log'
import { startCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { openVerifier, signAs } from '../support/verify.ts'

type Test = Parameters<typeof openAnySite>[0]

interface RunningWitness extends PolicyWitness {
  readonly url: string
  readonly folder: string
  kill(): Promise<void>
}

/** Runs `colophon witness` for a log on a folder, which may have been one before. */
async function startWitness(t: Test, name: string, logKey: string, folder: string): Promise<RunningWitness> {
  const args = ['witness', folder, '--name', name, '--log', logKey, '--port', '0']
  const running = startCommand(t, args, {})
  for await (const line of running.lines) {
    const [, , vkey = '', url = ''] = line.split(' ')
    const kill = async () => {
      running.kill('SIGKILL')
      await running.ended
    }
    return { name, key: requireWitnessKey(vkey), url, folder, kill }
  }
  throw new Error((await running.ended).stderr)
}

/** A press, and witnesses that it asks. */
async function openWitnessed(t: Test, names: readonly string[]) {
  const witnesses: RunningWitness[] = []
  const site = await openAnySite(t, { topics: ['tools'], witnesses })
  const logKey = await keyOf(site)
  for (const name of names) witnesses.push(await startWitness(t, name, logKey, await makeFolder(t)))
  return { site, witnesses, logKey }
}

async function keyOf(site: Site): Promise<string> {
  return (await site.get('/log/keys')).text.trim()
}

async function signersOf(site: Site): Promise<string[]> {
  return parseNote((await site.get('/log/checkpoint')).text).signatures.map(({ name }) => name)
}

/** A busy machine may be late: whoever was is asked again, after a time that the press's clock has. */
async function waitForSigners(site: Site, expected: readonly (string | undefined)[]): Promise<void> {
  for (let again = 0; (await signersOf(site)).length < expected.length && again < 20; again += 1)
    site.clock.advance({ seconds: 31 })
  assert.deepEqual(await signersOf(site), expected)
}

async function writePolicy(
  t: Test,
  logKey: string,
  witnesses: readonly PolicyWitness[],
  quorum: string,
): Promise<string> {
  const lines = witnesses.map(({ name, key }) => `witness ${name} ${key.text}`)
  const names = witnesses.map(({ name }) => name).join(' ')
  const text = [
    `log ${logKey}`,
    ...lines,
    `group all-of-them ${quorum} ${names}`,
    'quorum all-of-them',
    '',
  ].join('\n')
  return join(await makeFolder(t, { policy: text }), 'policy')
}

test('a press has its checkpoints cosigned, and a verifier demands so many of its witnesses', async (t) => {
  const { site, witnesses, logKey } = await openWitnessed(t, ['w.example/1', 'w.example/2'])
  const saw = await site.publish({ path: '/tools/saw' })
  const [own] = await signersOf(site)
  await waitForSigners(site, [own, 'w.example/1', 'w.example/2'])
  for (let number = 0; number < 3; number += 1) await site.publish({ path: `/tools/n${number}` })
  await waitForSigners(site, [own, 'w.example/1', 'w.example/2'])
  const both = await writePolicy(t, logKey, witnesses, '2')
  const first = await (await openVerifier(t)).verify('--url', site.url, '--policy', both, saw.content_hash)
  assert.deepEqual(
    [first.code, first.lines[1]],
    [0, 'it meets the policy: cosigned by w.example/1, w.example/2'],
    first.stderr,
  )

  await witnesses[1]?.kill()
  await site.publish({ path: '/tools/axe' })
  await waitForSigners(site, [own, 'w.example/1'])
  const { code, lines } = await (await openVerifier(t)).verify('--url', site.url, '--policy', both)
  assert.deepEqual(
    [code, lines[0]],
    [1, 'FAILED the checkpoint does not meet the policy: it is cosigned by w.example/1'],
  )
  const any = await writePolicy(t, logKey, witnesses, 'any')
  assert.equal((await (await openVerifier(t)).verify('--url', site.url, '--policy', any)).code, 0)

  // What a witness signed is on its disk: started again it goes on from there.
  const [, killed] = witnesses
  assert.ok(killed)
  witnesses[1] = await startWitness(t, killed.name, logKey, killed.folder)
  await site.publish({ path: '/tools/adze' })
  await waitForSigners(site, [own, 'w.example/1', 'w.example/2'])
  assert.equal((await (await openVerifier(t)).verify('--url', site.url, '--policy', both)).code, 0)
})

test('a witness that does not answer costs two seconds of one head, and one that answers nonsense adds nothing', async (t) => {
  const { site, witnesses } = await openWitnessed(t, ['w.example/1'])
  const [true1] = witnesses
  assert.ok(true1)
  const nonsense = createServer((message, response) => {
    message.resume()
    if (message.url === '/never/add-checkpoint') return
    const wrong = Buffer.concat([Buffer.from(true1.key.id, 'hex'), Buffer.alloc(72)]).toString('base64')
    response.end(`— ${true1.key.name} ${wrong}\n`)
  })
  await new Promise<void>((listening) => void nonsense.listen(0, '127.0.0.1', listening))
  t.after(() => {
    nonsense.closeAllConnections()
    nonsense.close()
  })
  const origin = `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}`
  await site.publish({ path: '/tools/saw' })
  witnesses.splice(
    0,
    1,
    { ...true1, url: `${origin}/wrong` },
    { ...true1, name: 'never', url: `${origin}/never` },
  )
  assert.equal((await signersOf(site)).length, 1)
  // The same head is not brought to them again.
  nonsense.closeAllConnections()
  nonsense.close()
  assert.equal((await signersOf(site)).length, 1)
})

async function addCheckpoint({ url }: RunningWitness, body: string) {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('a press that shows two histories is refused by a witness and by a verifier', async (t) => {
  const { site, witnesses, logKey } = await openWitnessed(t, ['w.example/1'])
  const [witness] = witnesses
  assert.ok(witness)
  await site.publish({ path: '/tools/saw' })
  await waitForSigners(site, [(await signersOf(site))[0], 'w.example/1'])
  const other = await openAnySite(t, { topics: ['tools'], baseUrl: site.url, witnesses })
  await other.publish({ path: '/tools/axe' })
  const address = `http://127.0.0.1:${other.settings.port}`
  const shown = await (await fetch(`${address}/log/checkpoint`)).text()
  assert.deepEqual(parseNote(shown).signatures.length, 1)
  const policy = await writePolicy(t, logKey, witnesses, '1')
  const { code, lines } = await (await openVerifier(t)).verify('--url', address, '--policy', policy)
  assert.deepEqual(
    [code, lines[0]],
    [1, 'FAILED the checkpoint does not meet the policy: it is cosigned by no witness'],
  )

  const origin = `${site.url.replace('http://', '')}/log`
  const larger = await signAs(site.url, checkpointText(origin, { size: 2, root: rootOf([]) }))
  const hash = Buffer.alloc(32, 1).toString('base64')
  for (const [body, status, text] of [
    [`old 1\n\n${shown}`, 409, '1\n'],
    [`old 0\n\n${shown}`, 409, '1\n'],
    [`old 1\n${hash}\n\n${larger}`, 422, /^the proof/],
    [`old 3\n\n${larger}`, 400, /^the old size/],
    ['nonsense', 400, /^this is no request/],
    [`old 01\n\n${larger}`, 400, /^this is no request/],
    [`old 1\n\n${shown.replace(origin, 'other.example/log')}`, 404, /not witnessed here/],
    [`old 1\n\n${larger.replace('\n2\n', '\n3\n')}`, 403, /no key of the log/],
    [`old 1\n\n${'x'.repeat(70_000)}`, 413, /at most/],
  ] as const) {
    const answer = await addCheckpoint(witness, body)
    assert.equal(answer.status, status, `${body.slice(0, 60)}: ${answer.text}`)
    if (typeof text === 'string') assert.deepEqual([answer.type, answer.text], ['text/x.tlog.size', text])
    else assert.match(answer.text, text)
  }
})

const GO = '/usr/share/gocode/src/golang.org/x/mod/sumdb/note'

/** Opens a note with the verifiers of its arguments; one of a witness is made for what Go's package does not know. */
const READER = `package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	time := binary.BigEndian.Uint64(sig)
	signed := fmt.Sprintf("cosignature/v1\\ntime %d\\n%s", time, msg)
	return ed25519.Verify(c.key, []byte(signed), sig[8:])
}

func main() {
	log, err := note.NewVerifier(os.Args[1])
	if err != nil {
		panic(err)
	}
	parts := strings.SplitN(os.Args[2], "+", 3)
	hash, _ := strconv.ParseUint(parts[1], 16, 32)
	key, _ := base64.StdEncoding.DecodeString(parts[2])
	signed, _ := io.ReadAll(os.Stdin)
	n, err := note.Open(signed, note.VerifierList(log, cosigner{parts[0], uint32(hash), key[1:]}))
	if err != nil {
		panic(err)
	}
	fmt.Println(len(n.Sigs), len(n.UnverifiedSigs))
}
`

test("Go's reader of signed notes verifies a checkpoint and its cosignature", {
  skip: !existsSync(GO) && 'golang-golang-x-mod-dev is not installed',
}, async (t) => {
  const { site, witnesses, logKey } = await openWitnessed(t, ['w.example/1'])
  await site.publish({ path: '/tools/saw' })
  await waitForSigners(site, [(await signersOf(site))[0], 'w.example/1'])
  const { text } = await site.get('/log/checkpoint')
  const folder = await makeFolder(t, { 'main.go': READER, note: text })
  await writeFile(join(folder, 'note'), text)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOFLAGS: '-p=1',
  }
  const script = 'go run "$0" "$1" "$2" < "$3"'
  const args = [
    '-c',
    script,
    join(folder, 'main.go'),
    logKey,
    witnesses[0]?.key.text ?? '',
    join(folder, 'note'),
  ]
  const { stdout } = await promisify(execFile)('sh', args, { env, cwd: folder })
  assert.equal(stdout, '2 0\n')
})
