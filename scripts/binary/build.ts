import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../packages/server/package.json' with { type: 'json' }
import { FIRST_LINE } from '../../packages/server/src/runtime/memory.ts'
import { bundlePrograms, bundleStart } from './bundle.ts'

const usage = `usage: npm run build:binary [-- --out FILE]
  Makes one executable of the command, with the Node that runs this, for this platform (Linux).`

const SERVER = join(import.meta.dirname, '../../packages/server')
/** Node's own mark, which the injection turns. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const POSTJECT = join(import.meta.dirname, '../../node_modules/postject/dist/cli.js')
const MOST_BYTES = 135_000_000

const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help === true) console.log(usage)
else if (process.platform !== 'linux') {
  console.error(
    'build:binary makes executables for Linux: elsewhere the injected program has to be signed anew.',
  )
  process.exitCode = 1
} else {
  const name = `release/colophon-${manifest.version}-${process.platform}-${process.arch}`
  await buildBinary(resolve(values.out ?? join(import.meta.dirname, '../..', name)))
}

/** Node, and in it the programs and files of the server. Throws when it is too large. */
async function buildBinary(out: string): Promise<void> {
  const workshop = mkdtempSync(join(tmpdir(), 'colophon-binary-'))
  try {
    const blob = await makeBlob(workshop)
    mkdirSync(dirname(out), { recursive: true })
    copyFileSync(process.execPath, out)
    chmodSync(out, 0o755)
    runNode([POSTJECT, out, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE])
    const size = readFileSync(out).length
    if (size > MOST_BYTES) throw new Error(`${out} has ${size} bytes, more than ${MOST_BYTES}`)
    console.log(`${out}: ${(size / 1e6).toFixed(1)} MB`)
  } finally {
    rmSync(workshop, { recursive: true })
  }
}

async function makeBlob(workshop: string): Promise<string> {
  const main = join(workshop, 'start.cjs')
  writeFileSync(main, await bundleStart())
  const output = join(workshop, 'blob')
  const config = {
    main,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: FIRST_LINE.split(' ').filter((word) => word.startsWith('--')),
    execArgvExtension: 'env',
    assets: await writeAssets(workshop),
  }
  const file = join(workshop, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  runNode(['--experimental-sea-config', file])
  return output
}

/** Quietly: the injection warns of what does no harm. */
function runNode(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
}

/** By their names in the executable: the programs, the files, and a list of these. */
async function writeAssets(workshop: string): Promise<Record<string, string>> {
  const assets: Record<string, string> = {}
  for (const [name, bytes] of await bundlePrograms()) {
    assets[`programs/${name}`] = join(workshop, `${name}.br`)
    writeFileSync(join(workshop, `${name}.br`), bytes)
  }
  const files = [
    ...globSync('pages/{styles,figures,fonts,islands}/*.{css,svg,woff2,js}', { cwd: join(SERVER, 'src') }),
    ...globSync(['guide/*.md', 'examples/**/*.{json,md}'], { cwd: SERVER }),
  ].sort()
  for (const path of files)
    assets[`files/${path}`] = join(SERVER, path.startsWith('pages/') ? 'src' : '.', path)
  assets['files.json'] = join(workshop, 'files.json')
  writeFileSync(assets['files.json'], JSON.stringify(files))
  return assets
}
