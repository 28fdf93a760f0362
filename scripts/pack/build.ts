import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

const ROOT = join(import.meta.dirname, '../..')
/** Below the root, so that the compiler finds the types of Node. */
const WORKSHOP = join(ROOT, 'node_modules/.cache')
/** Compiled, or a tool of the compiler's. */
const NOT_COPIED = /\.ts$|(?:^|\/)(?:tsconfig\.json|README\.md)$/

/** Compiles a package into its `dist`: JavaScript, declarations, and source maps that hold their sources. */
export function buildPackage(folder: string): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(WORKSHOP, { recursive: true })
  const workshop = mkdtempSync(join(WORKSHOP, 'pack-'))
  try {
    compile(folder, workshop)
    layOut(join(workshop, 'out', basename(folder), 'src'), dist)
  } finally {
    rmSync(workshop, { recursive: true })
  }
  for (const path of filesBelow(join(folder, 'src')))
    if (!NOT_COPIED.test(path)) copy(join(folder, 'src', path), join(dist, path))
}

/** What is said of the code is in the declarations and in the sources of the maps: in the JavaScript it would be a third time. */
const OUTPUTS = [
  { declaration: true, emitDeclarationOnly: true },
  { sourceMap: true, inlineSources: true, removeComments: true },
]

function compile(folder: string, workshop: string): void {
  const config = join(workshop, 'tsconfig.json')
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  for (const output of OUTPUTS) {
    writeFileSync(config, JSON.stringify(configOf(folder, join(workshop, 'out'), output)))
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`)
  }
}

/** The packages that it imports are compiled with it, and left where they are. */
function configOf(folder: string, outDir: string, output: object) {
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rootDir: join(ROOT, 'packages'),
      outDir,
      ...output,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: [join(folder, 'src')],
    exclude: [join(folder, 'src/**/*.test.ts')],
  }
}

function layOut(from: string, dist: string): void {
  for (const path of filesBelow(from)) {
    const text = readFileSync(join(from, path), 'utf8')
    const target = join(dist, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, FINISHED[extname(path)]?.(text, path) ?? text)
  }
}

const FINISHED: Readonly<Record<string, (text: string, path: string) => string>> = {
  // The compiler leaves the endings of imports in declarations as they were written.
  '.ts': (text) => text.replaceAll(/(from |import\(|import )(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'),
  '.map': (text, path) => {
    const source = relative(dirname(path), join('../src', path.replace(/\.js\.map$/, '.ts')))
    const map = JSON.parse(text)
    return JSON.stringify({
      ...map,
      names: [],
      mappings: byLine(map.mappings),
      sources: [source.replaceAll('\\', '/')],
    })
  },
}

/** Leads lines to lines: the columns would be a third of what the packages of the client take. */
function byLine(mappings: string): string {
  const lines = decode(mappings).map((segments) => {
    const [, source = 0, line, column = 0] = segments[0] ?? []
    return line === undefined ? [] : [[0, source, line, column] satisfies SourceMapSegment]
  })
  return encode(lines)
}

function filesBelow(folder: string): string[] {
  const found = globSync('**/*', { cwd: folder, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
