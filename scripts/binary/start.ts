import cluster from 'node:cluster'
import { builtinModules, createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { readProgram } from './programs.ts'

/**
 * What the executable runs first. Node gives it no files: it is the command, a worker that shares the port, and each process that the server
 * starts, by the name that stands in its first argument.
 */
const [, , first = ''] = process.argv
const name = /^colophon:([a-z-]+)$/.exec(first)?.[1] ?? null

// Workers are started as `colophon:worker`, without the flags that every start of the executable has anyway.
if (cluster.isPrimary) cluster.setupPrimary({ exec: 'colophon:worker', execArgv: [] })
if (name === 'worker') process.argv.splice(2, 1)
run(name === null || name === 'worker' ? 'command' : name)

function run(program: string): void {
  const start = compileFunction(readProgram(program), ['require', 'module', 'exports'], {
    filename: `colophon/${program}.cjs`,
  })
  const module = { exports: {} }
  start(requireBuiltin, module, module.exports)
}

/** Nothing outside of the executable is ever run, not even a module that lies in the folder where it is started. */
function requireBuiltin(specifier: string): unknown {
  if (!builtinModules.includes(specifier.replace(/^node:/, '')) && !specifier.startsWith('node:'))
    throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' })
  return createRequire(process.execPath)(specifier)
}
