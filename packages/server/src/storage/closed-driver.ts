import type { Driver } from 'kysely'

const refuse = async () => {
  throw new Error('Transactions are opened by Storage.write only')
}

/** Handles run their statements themselves; a driver is asked only for a transaction of Kysely's own, which is refused. */
export const closedDriver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  releaseConnection: async () => {},
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  destroy: async () => {},
}
