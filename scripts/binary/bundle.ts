import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { LANGUAGES } from '../../packages/server/src/search/analyse/languages.ts'

const SERVER = join(import.meta.dirname, '../../packages/server/src')

/** The command, and whatever the server starts beside itself, by the name with which it does. */
const PROGRAMS: Readonly<Record<string, string>> = {
  command: join(import.meta.dirname, 'command.ts'),
  'search-thread': join(SERVER, 'search/indexer/search-thread.ts'),
  'pack-process': join(SERVER, 'search/indexer/pack-process.ts'),
  'fill-process': join(SERVER, 'commands/mirror/fill-process.ts'),
  'render-process': join(SERVER, 'render/render-process.ts'),
  'checkpoint-thread': join(SERVER, 'storage/sqlite/checkpoint-thread.ts'),
  'count-thread': join(SERVER, 'storage/sqlite/count-thread.ts'),
  'freeze-thread': join(SERVER, 'storage/sqlite/freeze-thread.ts'),
}

/** Each program as one script, compressed: the whole executable has a limit. */
export async function bundlePrograms(): Promise<ReadonlyMap<string, Uint8Array>> {
  const bundled = await Promise.all(
    Object.entries(PROGRAMS).map(async ([name, entry]) => [name, compress(await bundle(entry))] as const),
  )
  return new Map(bundled)
}

/** What decompresses and starts the others; it is the script that Node finds in the executable. */
export async function bundleStart(): Promise<Uint8Array> {
  return bundle(join(import.meta.dirname, 'start.ts'))
}

/** Names of classes and functions stay: the exit code follows from the name of an error. */
async function bundle(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    external: ['pg-native', 'pg-cloudflare'],
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '"colophon:"' },
    plugins: [WITHOUT_FILES],
    logLevel: 'error',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error(`nothing was made of ${entry}`)
  return output.contents
}

function compress(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

const LOADING = 'const load = createRequire(import.meta.url)'

/** What finds files in the server finds them in the executable instead. */
const WITHOUT_FILES: Plugin = {
  name: 'without-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(?:sibling-module|own-files)\.ts$/ }, ({ path, importer }) =>
      importer.startsWith(import.meta.dirname)
        ? null
        : { path: join(import.meta.dirname, path.slice(path.lastIndexOf('/') + 1)) },
    )
    onLoad({ filter: /\/foreign-stems\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes(LOADING)) throw new Error(`${path} does not load stemmers as it did`)
      return { contents: text.replace(LOADING, loadingOfStemmers()), loader: 'ts' }
    })
  },
}

/** A name that is put together while the program runs would find no module in a bundle. */
function loadingOfStemmers(): string {
  const cases = LANGUAGES.map((name) => `'@orama/stemmers/${name}': () => require('@orama/stemmers/${name}')`)
  return `const loads: Record<string, () => unknown> = { ${cases.join(', ')} }
const load = (name: string) => loads[name]?.()`
}
