import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openApiDocument } from '@colophon/contract'
import { isEverythingRequired } from '../support/everything.ts'
import { ROOT, run } from '../support/packed.ts'

/** Programs of others that read the contract; installed for this test alone, which only the full run waits for. */
const TOOLS = [
  '@stoplight/spectral-cli@6',
  'openapi-typescript@7',
  'openapi-fetch@0',
  '@hey-api/openapi-ts@0',
  'orval@7',
]

const COMPILED = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', '']

const USE = `import createClient from 'openapi-fetch'
import type { paths } from './types.ts'
const client = createClient<paths>({ baseUrl: 'https://press.example' })
export async function titles(): Promise<string[]> {
  const { data } = await client.GET('/api/v1/topics', { params: { query: { limit: 1 } } })
  return (data?.items ?? []).map(({ title }) => title)
}
`

async function succeed(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, stdout, stderr } = await run(program, args, { cwd })
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`)
}

async function installTools(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-tools-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const document = openApiDocument('https://press.example')
  const reading = openApiDocument('https://press.example', { tag: 'reading' })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'reading.json'), JSON.stringify(reading))
  await writeFile(join(folder, 'use.ts'), USE)
  await succeed('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...TOOLS], folder)
  return folder
}

test('tools of others find no fault with the contract, and make clients of it that compile', async (t) => {
  if (!isEverythingRequired()) return t.skip('the full run alone installs the tools')
  const cwd = await installTools(t)
  const tool = (name: string, ...args: string[]) => succeed(join(cwd, 'node_modules/.bin', name), args, cwd)
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const compile = (...args: string[]) =>
    succeed(tsc, [...COMPILED, '--lib', 'es2023,dom,dom.iterable', ...args], cwd)
  for (const file of ['openapi.json', 'reading.json'])
    await tool('spectral', 'lint', '--fail-severity=hint', '--ruleset=.spectral.yaml', file)
  await tool('openapi-typescript', 'openapi.json', '-o', 'types.ts')
  await tool('openapi-ts', '-i', 'openapi.json', '-o', 'hey', '--no-log-file')
  await tool('orval', '--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch')
  const nodeNext = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--allowImportingTsExtensions']
  await compile(...nodeNext, 'use.ts')
  await compile('--module', 'esnext', '--moduleResolution', 'bundler', 'hey/index.ts', 'orval.ts')
  await writeFile(join(cwd, 'wrong.ts'), USE.replace('data?.items', 'data?.nothing'))
  await assert.rejects(compile(...nodeNext, 'wrong.ts'))
})
