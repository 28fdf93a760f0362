import { dropDatabase, makeTemplate } from '../packages/server/test/support/postgres-databases.ts'
import { findPostgres, startPostgres } from '../packages/server/test/support/postgres-server.ts'
import { missingPrograms } from '../packages/server/test/support/programs.ts'
import { shareS3Server, startS3Server } from '../packages/server/test/support/s3-server.ts'

/** The servers that all test files share; each finds them through the environment. */
export interface Servers {
  /** One line for each program that is missing: what is left out and how to get it. */
  readonly leftOut: readonly string[]
  stop(): Promise<void>
}

type Started = { readonly missing: string } | { stop(): Promise<void> }

export async function startServers(isFast: boolean): Promise<Servers> {
  if (isFast) {
    process.env.COLOPHON_TEST_ENGINES = 'sqlite'
    process.env.COLOPHON_TEST_S3 = 'off'
    return { leftOut: [], stop: async () => {} }
  }
  const { leftOut, stop } = await gather(await Promise.allSettled([startDatabase(), startS3()]))
  return { leftOut: [...leftOut, ...missingPrograms()], stop }
}

async function startDatabase(): Promise<Started> {
  const given = process.env.COLOPHON_TEST_POSTGRES
  if (given) return { stop: await shareTemplate(given) }
  const programs = findPostgres()
  if (programs === null) return { missing: 'PostgreSQL is not installed here: apt-get install postgresql' }
  const server = await startPostgres(programs)
  process.env.COLOPHON_TEST_POSTGRES = server.adminUrl
  await shareTemplate(server.adminUrl)
  return server
}

/** Answers how to remove it from a server that stays. */
async function shareTemplate(adminUrl: string): Promise<() => Promise<void>> {
  const name = `colophon_test_${process.pid}`
  await makeTemplate(adminUrl, name)
  process.env.COLOPHON_TEST_POSTGRES_TEMPLATE = name
  return () => dropDatabase(adminUrl, name)
}

async function startS3(): Promise<Started> {
  const server = await startS3Server()
  if (!('missing' in server)) process.env.COLOPHON_TEST_S3 = shareS3Server(server)
  return server
}

/** When one did not start, the others are stopped again. */
async function gather(results: readonly PromiseSettledResult<Started>[]): Promise<Servers> {
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => {
    await Promise.all(started.map((server) => ('missing' in server ? undefined : server.stop())))
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  return { leftOut: started.flatMap((server) => ('missing' in server ? [server.missing] : [])), stop }
}
