import { Client } from 'pg'
import { openStorage } from '../../src/storage/open-storage.ts'

/** For `create database`: without tables, with the one encoding that is taken. */
export const EMPTY_TEMPLATE = "template0 encoding 'UTF8'"

/** A migrated database to copy: ten times faster than migrating each. */
export async function makeTemplate(adminUrl: string, name: string): Promise<void> {
  await administer(adminUrl, `create database ${name} template ${EMPTY_TEMPLATE}`)
  const storage = await openStorage(databaseUrl(adminUrl, name))
  await storage.close()
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await administer(adminUrl, `drop database if exists ${name} with (force)`)
}

export async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
