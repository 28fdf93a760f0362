import { compiled } from '../../storage/portable.ts'
import type { Tx } from '../../storage/storage.ts'
import type { IdentityRow } from '../../storage/tables.ts'

type Parameters = { [K in keyof IdentityRow]: IdentityRow[K] }

const keep = compiled<Parameters>()((db, p) =>
  db
    .insertInto('identities')
    .values({
      identity_id: p('identity_id'),
      participant_id: p('participant_id'),
      enrollment: p('enrollment'),
      label: p('label'),
      created_at: p('created_at'),
    })
    .onConflict((conflict) => conflict.column('identity_id').doNothing()),
)

/** Written unless it is there: several processes may do it at once. */
export async function keepIdentity(tx: Tx, row: IdentityRow): Promise<void> {
  await keep.run(tx, { ...row })
}
