import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type * as replaced from '../../packages/server/src/runtime/sibling-module.ts'
import { readProgram } from './programs.ts'

// Stands in the executable for the server's file of that name.

export const siblingModule: typeof replaced.siblingModule = (_ownUrl, name) => new URL(`colophon:${name}`)

export const startThread: typeof replaced.startThread = (program, options) =>
  new Worker(readProgram(program.pathname), { ...options, eval: true })

/** Arguments of an executable are its own: flags of Node reach it through the environment alone. */
export const startProcess: typeof replaced.startProcess = (program, { execArgv = [], env, ...options }) =>
  fork(program.href, {
    ...options,
    execArgv: [],
    env: { ...(env ?? process.env), NODE_OPTIONS: execArgv.join(' ') },
  })
