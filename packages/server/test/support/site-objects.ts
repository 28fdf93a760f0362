import { randomUUID } from 'node:crypto'
import { isEverythingRequired } from './everything.ts'
import { s3Setting, sharedS3Server } from './s3-server.ts'

const server = sharedS3Server()
if (server !== null) Object.assign(process.env, s3Setting(server, '').environment)

/**
 * Where a site of the tests that are about objects keeps them: on SQLite in the database, on PostgreSQL in S3 where
 * there is a server, so that one run sees both stores. Each site has a prefix of its own.
 */
export function objectsFor(engine: string): string {
  return server === null || engine === 'sqlite' ? 'database' : s3Setting(server, randomUUID()).url
}

/**
 * The same for a site of any other test, where everything is asked for. Else its objects are in the database: the S3
 * server of the tests takes longer for an object than the server for everything else.
 */
export function objectsOfAnyFlow(engine: string): string {
  return isEverythingRequired() ? objectsFor(engine) : 'database'
}
