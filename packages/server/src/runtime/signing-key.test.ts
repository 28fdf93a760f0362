import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readSettings } from '../config.ts'
import { newSigningKey } from '../core/jwt.ts'
import { readLogKeys, readSigningKeys } from './signing-key.ts'

function openFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const settings = { ...readSettings({}), databaseUrl: `sqlite:${join(folder, 'colophon.db')}` }
  const read = async () => {
    const keys = await readSigningKeys(settings)
    return { keys, logKeys: await readLogKeys(settings, keys) }
  }
  return { folder, settings, read }
}

const namesOf = (keys: readonly { x?: string }[]) => keys.map(({ x }) => x)

test('a new site has a key for bearers and another for the log, each for its owner alone', async (t) => {
  const { folder, read } = openFolder(t)
  const made = await read()
  assert.deepEqual([made.keys.length, made.logKeys.length], [1, 1])
  assert.notEqual(made.keys[0]?.x, made.logKeys[0]?.x)
  assert.deepEqual(readdirSync(folder).sort(), ['log-key.json', 'signing-key.json'])
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
  assert.deepEqual(await read(), made)
})

test('a site that had a log before goes on signing it with the former key, also when bearers get a new one', async (t) => {
  const { folder, read } = openFolder(t)
  const [former] = (await read()).keys
  rmSync(join(folder, 'log-key.json'))
  writeFileSync(join(folder, 'colophon.db'), '')
  const { logKeys } = await read()
  assert.deepEqual(namesOf(logKeys).slice(1), [former?.x])
  assert.notEqual(logKeys[0]?.x, former?.x)
  rmSync(join(folder, 'signing-key.json'))
  assert.deepEqual(namesOf((await read()).logKeys), namesOf(logKeys))
})

test('a key that is there is read before anything is written, and nothing is left of a key that could not be', async (t) => {
  const { folder, read, settings } = openFolder(t)
  const made = await read()
  const before = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ctimeMs])
  const changed = statSync(folder).mtimeMs
  assert.deepEqual(await read(), made)
  assert.equal(statSync(folder).mtimeMs, changed, 'no file came or went')
  assert.deepEqual(
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ctimeMs]),
    before,
  )
  // In the place of the file stands what cannot be linked over, and what cannot be read.
  const other = join(folder, 'other')
  mkdirSync(join(other, 'signing-key.json'), { recursive: true })
  await assert.rejects(readSigningKeys({ ...settings, databaseUrl: `sqlite:${join(other, 'a.db')}` }), {
    message: /cannot be read/,
  })
  assert.deepEqual(readdirSync(other), ['signing-key.json'])
})

test('a draft that a killed start left goes at the next, and nothing else does', async (t) => {
  const { folder, read } = openFolder(t)
  const made = await read()
  const kept = ['log-key.json', 'log-key.json.bak', 'signing-key.json', 'signing-key.json.0a1b']
  for (const name of kept.filter((one) => !one.endsWith('json'))) writeFileSync(join(folder, name), '{}')
  for (const name of ['signing-key', 'log-key'])
    writeFileSync(join(folder, `${name}.json.0123456789ab`), '{"d":"secret"}')
  assert.deepEqual(await read(), made)
  assert.deepEqual(readdirSync(folder).sort(), kept)
})

test('PostgreSQL has the key that it is given, and the log that of the bearers where it has none', async () => {
  const [signing, log] = [await newSigningKey(), await newSigningKey()]
  const settings = {
    ...readSettings({}),
    databaseUrl: 'postgres://localhost/a',
    signingKey: JSON.stringify(signing),
  }
  const keys = await readSigningKeys(settings)
  assert.deepEqual(namesOf(await readLogKeys(settings, keys)), [signing.x])
  const given = { ...settings, logKey: JSON.stringify({ keys: [log, signing] }) }
  assert.deepEqual(namesOf(await readLogKeys(given, keys)), [log.x, signing.x])
})
