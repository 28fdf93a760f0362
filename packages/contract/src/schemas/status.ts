import { component, EntryPath, Hash, nullable, oneOf, Uuid } from '../fields.ts'
import { Type } from '../type.ts'
import { Replacement } from './reading.ts'

/** Where a cited revision stands. */
export const CitationStatus = component('CitationStatus', {
  sha256: Hash,
  state: oneOf(
    ['current', 'superseded', 'retired', 'unknown'],
    '`current`: the head of its entry. `superseded`: a later revision was published. `retired`: this exact revision was. `unknown`: no published revision that the caller can read.',
  ),
  entry_id: nullable(Uuid),
  head_hash: nullable(Hash),
  path: nullable({ ...EntryPath, description: 'Of the entry now.' }),
  title: nullable(Type.String({ description: 'Of this revision.' })),
  replacements: Type.Array(Replacement, { description: 'Of a retired revision: what to cite in its place.' }),
  freshness: nullable(
    oneOf(['fresh', 'due'], 'Of a current observation: `due` once `refresh_after` has passed.'),
  ),
})

export const CitationStatuses = component('CitationStatuses', {
  items: Type.Array(CitationStatus, {
    description: 'One for each hash, in the order in which they were sent.',
  }),
  next_cursor: Type.Null({ description: 'There is no other page.' }),
})
