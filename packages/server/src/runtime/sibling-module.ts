import { extname } from 'node:path'

/** A module beside another, for a thread or a process: TypeScript in the repository, JavaScript in the packed package. */
export function siblingModule(ownUrl: string, name: string): URL {
  return new URL(`./${name}${extname(ownUrl)}`, ownUrl)
}
