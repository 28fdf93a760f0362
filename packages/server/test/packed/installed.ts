import { after, type TestContext } from 'node:test'
import { publishExamples } from '../../src/commands/examples.ts'
import { isEverythingRequired } from '../support/everything.ts'
import { installNodes, type Packed, packAll } from '../support/packed.ts'
import { openAnySite } from '../support/site.ts'

/** Every package in a folder of its own, as somebody has it who never saw the repository. */
export interface Installed extends Packed {
  readonly client: string
  readonly cli: string
  readonly server: string
  /** The folder of `node`, by its major version. */
  readonly nodes: Readonly<Record<string, string>>
}

type InstalledTest = (t: TestContext, installed: Installed) => Promise<void>

let shared: Promise<Installed> | null = null
let packed: Packed | null = null
after(() => packed?.remove())

/** The body of a test: packs and installs once for all of them. Without the registry they are skipped in one line, and fail where everything is asked for. */
export function withInstalled(body: InstalledTest): (t: TestContext) => Promise<void> {
  return async (t) => {
    shared ??= installAll()
    const installed = await shared.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (isEverythingRequired()) throw error
      t.skip(`the registry of npm is needed: ${reason.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
      return null
    })
    if (installed !== null) await body(t, installed)
  }
}

async function installAll(): Promise<Installed> {
  packed = await packAll()
  return {
    ...packed,
    client: await packed.install('client', ['contract', 'log', 'client']),
    cli: await packed.install('cli', ['contract', 'log', 'client', 'cli']),
    server: await packed.install('server', ['contract', 'log', 'client', 'cli', 'server']),
    nodes: await installNodes(),
  }
}

/** A site with the examples, for what was installed to read. */
export async function openExamples(t: TestContext): Promise<string> {
  const site = await openAnySite(t)
  await publishExamples(site.app)
  return site.url
}
