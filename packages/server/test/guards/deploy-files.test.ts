import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { VARIABLES } from '../../src/config.ts'
import { ROOT, readText } from './source-files.ts'

/** The settings of an env file, all of which are comments: name and default. */
function commentedSettings(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** No settings of ours, and read by the server all the same. */
const OF_S3 = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
/** Where the default is made of others. */
const MADE: Readonly<Record<string, string>> = { COLOPHON_BASE_URL: 'http://127.0.0.1:8787' }

test('the env file has every setting with its default, and sets none', () => {
  const text = readText('deploy/colophon.env')
  const settings = commentedSettings(text)
  const defaults = VARIABLES.map(({ name, fallback }): [string, string] => [name, MADE[name] ?? fallback])
  const expected = [...defaults, ...OF_S3.map((name): [string, string] => [name, ''])]
  assert.deepEqual([...settings].sort(), expected.sort())
  assert.deepEqual(text.match(/^[^#\n].*$/gm), null)
})

test('the guard sees a setting, its default, and prose that is none', () => {
  assert.deepEqual(
    [...commentedSettings('# Prose: A=1\n#COLOPHON_A=b=c\n#COLOPHON_B=\n')],
    [
      ['COLOPHON_A', 'b=c'],
      ['COLOPHON_B', ''],
    ],
  )
})

test('the image is made of packed packages, and runs as nobody', () => {
  const text = readText('deploy/container/Containerfile')
  const lines = (instruction: string) =>
    [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest]) => rest)
  assert.ok(
    lines('FROM').length === 2 && lines('FROM').every((base) => /library\/debian:12-slim/.test(String(base))),
  )
  assert.deepEqual(lines('USER'), ['65534:65534'])
  assert.deepEqual(lines('COPY'), [
    'release/*.tgz /tmp/packages/',
    '--from=build /opt/colophon /opt/colophon',
  ])
  assert.deepEqual(unknownVariables(text), [])
})

test('the composed server cannot write to its root, gain anything, or be reached past the proxy', () => {
  const text = readText('deploy/container/compose.yaml')
  const { services, secrets, volumes } = parse(text)
  assert.partialDeepStrictEqual(services.colophon, {
    read_only: true,
    user: '65534:65534',
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: ['127.0.0.1:8787:8787'],
  })
  assert.deepEqual(Object.keys(services), ['colophon', 'postgres', 's3', 's3-bucket'])
  for (const [name, service] of Object.entries<{ ports?: string[]; secrets?: string[]; volumes?: string[] }>(
    services,
  )) {
    if (name !== 'colophon') assert.equal(service.ports, undefined, name)
    for (const secret of service.secrets ?? []) assert.ok(secret in secrets, secret)
    for (const volume of service.volumes ?? []) assert.ok(String(volume.split(':')[0]) in volumes, volume)
  }
  assert.deepEqual(unknownVariables(text), [])
})

function unknownVariables(text: string): string[] {
  const known = new Set<string>(VARIABLES.map(({ name }) => name))
  return [...new Set(text.match(/\bCOLOPHON_[A-Z_]+\b/g))].filter((name) => !known.has(name))
}

test('the guard sees a variable that no server reads', () => {
  assert.deepEqual(unknownVariables('COLOPHON_PORT=1 COLOPHON_PROT=2'), ['COLOPHON_PROT'])
})

test('every file for a deployment is explained', () => {
  const entries = globSync('deploy/**', { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }) => relative(join(ROOT, 'deploy'), join(parentPath, name)))
  const page = readText('deploy/README.md')
  assert.ok(files.length > 6)
  assert.deepEqual(
    files.filter((path) => path !== 'README.md' && !page.includes(`\`${path}\``)),
    [],
  )
})
