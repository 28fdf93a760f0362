import { matchesGlob } from 'node:path'
import { getAsset } from 'node:sea'
import type * as replaced from '../../packages/server/src/runtime/own-files.ts'

// Stands in the executable for the server's file of that name.

/** The names of all, which the executable alone does not tell. */
const FILES: readonly string[] = JSON.parse(getAsset('files.json', 'utf8'))

export const readOwnFile: typeof replaced.readOwnFile = (path) => Buffer.from(getAsset(`files/${path}`))

export const listOwnFiles: typeof replaced.listOwnFiles = (pattern) =>
  FILES.filter((path) => matchesGlob(path, pattern))
