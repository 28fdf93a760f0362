import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Gives a copy of the repository the installed modules of another one, and packages of its own. */
export function linkModules(from: string, copy: string): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@colophon'), { recursive: true })
  for (const name of readdirSync(join(from, 'node_modules')))
    if (name !== '@colophon' && name !== '.cache')
      symlinkSync(join(from, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(modules, '@colophon', name))
    const own = join(from, 'packages', name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, 'packages', name, 'node_modules'))
  }
}
