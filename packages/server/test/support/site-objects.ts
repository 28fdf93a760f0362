import { randomUUID } from 'node:crypto'
import { s3Setting, sharedS3Server } from './s3-server.ts'

const server = sharedS3Server()
if (server !== null) Object.assign(process.env, s3Setting(server, '').environment)

/**
 * Where a site keeps its objects: on SQLite in the database, on PostgreSQL in S3 where there is a server, so that
 * one run of the flows sees both engines and both stores. Each site has a prefix of its own.
 */
export function objectsFor(engine: string): string {
  return server === null || engine === 'sqlite' ? 'database' : s3Setting(server, randomUUID()).url
}
