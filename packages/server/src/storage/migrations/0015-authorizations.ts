import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** What clients ask for in a browser, until they have their token. */
export const authorizations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'authorizations', {
      columns: {
        authorization_id: 'text',
        request_hash: 'text',
        browser_hash: 'text',
        client_id: 'text',
        client_name: 'text?',
        redirect_uri: 'text',
        state: 'text?',
        resource: 'text?',
        code_challenge: 'text',
        scopes: 'text',
        giver_token_id: 'text?',
        identity_id: 'text?',
        days: 'integer?',
        code_hash: 'text?',
        used_at: 'text?',
        token_id: 'text?',
        created_at: 'text',
        expires_at: 'text',
      },
      primaryKey: ['authorization_id'],
      unique: [['request_hash'], ['code_hash']],
      indexes: [['expires_at']],
    })
  },
}
