import type { UnitOfWork } from '../command/unit-of-work.ts'
import type { TokenRow } from '../storage/rows/access.ts'

const GIVEN_BY = 'token:'

/** What `issued_by` says of a token that is a part of another; of every other it names an identity, or nobody. */
export function givenBy(tokenId: string): string {
  return `${GIVEN_BY}${tokenId}`
}

/** Is it a part of another token? */
export function isPartOfToken({ issued_by }: Pick<TokenRow, 'issued_by'>): boolean {
  return issued_by?.startsWith(GIVEN_BY) ?? false
}

/** Ends a token and every part of it that was given to a client, at once. A revocation is kept as it was first made. */
export async function endToken(unit: UnitOfWork, tokenId: string, reason: string): Promise<void> {
  const revoke = unit.tx.updateTable('tokens').where('revoked_at', 'is', null)
  await revoke.set({ revoked_at: unit.now, revoke_reason: reason }).where('token_id', '=', tokenId).execute()
  await revoke
    .set({ revoked_at: unit.now, revoke_reason: 'the bearer that it is a part of was revoked' })
    .where('issued_by', '=', givenBy(tokenId))
    .execute()
}
