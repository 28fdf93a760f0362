import { preparedQuery } from '../../storage/portable.ts'
import type { IdentityRow } from '../../storage/rows/access.ts'
import type { Tx } from '../../storage/storage.ts'

type Parameters = { [K in keyof IdentityRow]: IdentityRow[K] }

const keep = preparedQuery<Parameters>()((db, p) =>
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

const count = preparedQuery<{ period: string; subject: string }>()((db, p) =>
  db
    .insertInto('registration_counts')
    .values({ period: p('period'), subject: p('subject'), registrations: 1 })
    .onConflict((conflict) =>
      conflict.columns(['period', 'subject']).doUpdateSet((eb) => ({
        registrations: eb('registration_counts.registrations', '+', eb.lit(1)),
      })),
    )
    .returning('registrations'),
)

/** Counts one registration more, and answers how many that makes. */
export async function countRegistration(
  tx: Tx,
  counted: { period: string; subject: string },
): Promise<number> {
  const row = await count.first(tx, counted)
  if (row === null) throw new Error('the registration was not counted')
  return row.registrations
}

/** What stands for a network is not kept longer than it is counted. */
export async function forgetNetworks(tx: Tx, beforeHour: string): Promise<void> {
  await tx
    .deleteFrom('registration_counts')
    .where('period', '<', beforeHour)
    .where('subject', '!=', 'site')
    .execute()
}
