import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describeBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { fencedBlocks } from '../support/guide-blocks.ts'
import { bytesBelow, PACKAGES, ROOT, run } from '../support/packed.ts'
import { type Installed, openExamples, withInstalled } from './installed.ts'

const CLIENT_BYTES = 1_500_000
const CORE_GZIP_BYTES = 25_000
const CLI_BYTES = 6_000_000
const SERVER_BYTES = 120_000_000
const MAJORS = ['20', '22', '24']

function packageFolder({ server }: Installed, name: string): string {
  return join(server, 'node_modules/@colophon', name)
}

test('every workspace is packed', () => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  assert.deepEqual(PACKAGES.map((name) => `packages/${name}`).sort(), [...workspaces].sort())
})

test(
  'a packed package has JavaScript, declarations, maps with sources, a licence and a README',
  withInstalled(async (_t, installed) => {
    for (const name of PACKAGES) {
      const folder = packageFolder(installed, name)
      const files = globSync('**/*.*', { cwd: folder })
      const wrong = files.filter((path) => /(?<!\.d)\.ts$|\.test\.|tsconfig/.test(path))
      assert.deepEqual(wrong, [], name)
      for (const file of ['LICENSE', 'README.md'])
        assert.ok(existsSync(join(folder, file)), `${name} ${file}`)
      const maps = files.filter((path) => path.endsWith('.js.map'))
      assert.ok(maps.length > 5, name)
      for (const map of maps) {
        const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, map), 'utf8'))
        assert.deepEqual([sources.length, sourcesContent.length], [1, 1], map)
        assert.match(sources[0], /^(?:\.\.\/)+src\/[\w/-]+\.ts$/)
      }
    }
  }),
)

test(
  'everything that a packed manifest exports is there, types first',
  withInstalled(async (_t, installed) => {
    for (const name of PACKAGES) {
      const folder = packageFolder(installed, name)
      const { exports, bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const targets = Object.values(exports).flatMap((target) => {
        if (typeof target === 'string') return [target]
        assert.deepEqual(Object.keys(Object(target)), ['types', 'default'])
        return Object.values(Object(target)).map(String)
      })
      for (const target of [...targets, ...Object.values(bin).map(String)])
        assert.ok(existsSync(join(folder, target)), `${name} ${target}`)
    }
  }),
)

test(
  'each package takes no more than it promises',
  withInstalled(async (_t, { client, cli, server }) => {
    const sizes = [client, cli, server].map((folder) => bytesBelow(join(folder, 'node_modules')))
    const [clientBytes, cliBytes, serverBytes] = sizes
    assert.ok(Number(clientBytes) < CLIENT_BYTES, `the client takes ${clientBytes} bytes`)
    assert.ok(Number(cliBytes) < CLI_BYTES, `the command takes ${cliBytes} bytes`)
    assert.ok(Number(serverBytes) < SERVER_BYTES, `without Node the server takes ${serverBytes} bytes`)
    const manifest = join(client, 'node_modules/@colophon/client/package.json')
    assert.ok(Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).length <= 2)
  }),
)

for (const name of ['contract', 'log', 'client'])
  test(
    `the example in the README of ${name} runs on Node ${MAJORS.join(', ')}`,
    withInstalled(async (t, installed) => {
      const url = await openExamples(t)
      const [example = ''] = fencedBlocks(
        readFileSync(join(packageFolder(installed, name), 'README.md'), 'utf8'),
        'js',
      )
      const script = join(installed.client, `${name}-example.mjs`)
      await writeFile(script, example.replaceAll('https://press.example', url))
      for (const major of MAJORS) {
        const ran = await run('node', [script], {
          cwd: installed.client,
          nodeFolder: installed.nodes[major],
        })
        assert.deepEqual([ran.code, ran.stderr], [0, ''], major)
        assert.match(
          ran.stdout,
          { contract: /^GET \/api/, log: /^true$/m, client: /birthdays-without-year/ }[name] ?? /./,
        )
      }
    }),
  )

test(
  `everything that can be imported is, on Node ${MAJORS.join(', ')}`,
  withInstalled(async (_t, installed) => {
    const script = join(installed.cli, 'imports.mjs')
    await writeFile(script, importsOf(installed, '.mjs'))
    for (const major of MAJORS) {
      const ran = await run('node', [script], { cwd: installed.cli, nodeFolder: installed.nodes[major] })
      assert.deepEqual([ran.code, ran.stderr], [0, ''], major)
    }
  }),
)

test(
  'strict TypeScript accepts the declarations, with those of Node and without',
  withInstalled(async (_t, installed) => {
    await writeFile(join(installed.cli, 'node.mts'), importsOf(installed, '.mts'))
    await writeFile(join(installed.cli, 'browser.mts'), BROWSER_PROGRAM)
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const strict = [tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
    for (const args of [
      ['--types', 'node', ...types, 'node.mts'],
      ['--types', '', '--lib', 'es2022,dom,dom.iterable', 'browser.mts'],
    ]) {
      const ran = await run('node', [...strict, ...args], { cwd: installed.cli })
      assert.deepEqual([ran.code, ran.stdout, ran.stderr], [0, '', ''], args.join(' '))
    }
  }),
)

/** A program that imports every entrance that takes no command line. */
function importsOf({ cli }: Installed, ending: string): string {
  const specifiers = ['contract', 'log', 'client', 'cli'].flatMap((name) => {
    const manifest = join(cli, 'node_modules/@colophon', name, 'package.json')
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8'))
    const entrances = Object.entries(exports).filter(([, target]) => typeof target !== 'string')
    return entrances.map(([entrance]) => `@colophon/${name}${entrance.slice(1)}`)
  })
  assert.ok(specifiers.length > 8, ending)
  const lines = specifiers.map((specifier, place) => `import * as m${place} from '${specifier}'`)
  const names = specifiers.map((_specifier, place) => `m${place}`)
  return `${lines.join('\n')}\nfor (const module of [${names.join(', ')}]) if (Object.keys(module).length === 0) throw new Error('empty')\n`
}

const BROWSER_PROGRAM = `import { type Client, ColophonProblem, createClient } from '@colophon/client'
import type { AnswerOf, Operations } from '@colophon/contract'

const client: Client = createClient({ url: 'https://press.example' })
export async function titleOf(path: string): Promise<string | null> {
  try {
    const entry: AnswerOf<Operations['resolvePath']> = await client.call('resolvePath', { query: { path } })
    return entry.title
  } catch (error) {
    if (error instanceof ColophonProblem && error.status === 404) return null
    throw error
  }
}
// @ts-expect-error There is no such operation.
client.call('nothing')
// @ts-expect-error A query needs words.
client.call('search', { query: {} })
`

const PAGE_PROGRAM = `import { createClient, readStored } from '@colophon/client'
window.readArticle = async (url) => {
  const client = createClient({ url })
  const { items } = await client.call('search', { query: { q: 'birthday without year', limit: 1 } })
  return readStored(await client.readObject(items[0].content_hash)).fields.title
}
`

describeBrowser((browser) => {
  test(
    'a page of another site reads and verifies with the bundled client',
    withInstalled(async (t, { client }) => {
      const url = await openExamples(t)
      const outfile = join(client, 'bundle.js')
      await writeFile(join(client, 'page.mjs'), PAGE_PROGRAM)
      await bundle(join(client, 'page.mjs'), outfile)
      const page = await browser.open(t, { hasScripts: true })
      await page.goto(await openEmptySite(t))
      await page.addScriptTag({ path: outfile })
      assert.equal(await page.evaluate(`readArticle(${JSON.stringify(url)})`), 'Birthdays without a year')
    }),
  )
})

async function openEmptySite(t: TestContext): Promise<string> {
  const server = createServer((_request, response) =>
    response.end('<!doctype html><title>another site</title>'),
  )
  t.after(() => void server.close())
  const port = await freePort()
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening))
  return `http://127.0.0.1:${port}`
}

test(
  'the core of the client is small once it is bundled',
  withInstalled(async (_t, { client }) => {
    const entry = join(client, 'core.mjs')
    await writeFile(entry, "export { createClient } from '@colophon/client'\n")
    const size = gzipSync(await bundle(entry, join(client, 'core.js')), { level: 9 }).length
    assert.ok(size < CORE_GZIP_BYTES, `it takes ${size} bytes`)
  }),
)

async function bundle(entry: string, outfile: string): Promise<Buffer> {
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    outfile,
  })
  return readFileSync(outfile)
}
