import { Client, types } from 'pg'
import type { Rows } from './rows.ts'

const INT8 = 20
const STATEMENT_MILLISECONDS = 30_000

/** One connection, opened again when it was lost. */
export function postgresRows(connectionString: string): Rows {
  let connected: Promise<Client> | null = null
  const client = () => {
    connected ??= connect(connectionString, () => {
      connected = null
    })
    return connected
  }
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await (await client()).query(text, [...values])).rows
  return {
    stamp: () => null,
    all: (sql, parameters) => run(numbered(sql), parameters),
    async atOnce(work) {
      await run('begin isolation level repeatable read read only')
      try {
        const result = await work()
        await run('commit')
        return result
      } catch (error) {
        await run('rollback').catch(() => {})
        throw error
      }
    },
    async close() {
      if (connected !== null) await (await connected).end()
    },
  }
}

async function connect(connectionString: string, lost: () => void): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: 'colophon search',
    keepAlive: true,
    statement_timeout: STATEMENT_MILLISECONDS,
    types: { getTypeParser: (id, format) => (id === INT8 ? Number : types.getTypeParser(id, format)) },
  })
  client.on('error', lost)
  client.on('end', lost)
  try {
    await client.connect()
  } catch (error) {
    lost()
    throw error
  }
  return client
}

/** `$1`, `$2` ... in the place of each `?`; there is none in our texts otherwise. */
function numbered(sql: string): string {
  let place = 0
  return sql.replaceAll('?', () => `$${++place}`)
}
