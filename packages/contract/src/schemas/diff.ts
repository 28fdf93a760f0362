import { component, Hash, nullable, oneOf, Uuid } from '../fields.ts'
import { Type } from '../type.ts'

/** How one revision of an entry became another. */
export const RevisionDiff = component('RevisionDiff', {
  entry_id: Uuid,
  from: Hash,
  to: Hash,
  unified: Type.String({
    description: 'Unified diff of the bodies, in lines; empty where they are the same.',
  }),
  coarse: Type.Boolean({
    description: 'Too much changed to be compared line by line: one block takes the place of another.',
  }),
  fields: Type.Array(
    component('ChangedField', {
      field: Type.String({ description: 'A key of the front matter; those that are the same are left out.' }),
      from: Type.Unknown(),
      to: Type.Unknown(),
    }),
  ),
  sections: Type.Array(
    component('ComparedSection', {
      heading: nullable(Type.String({ description: 'Plain text; null for what stands before the first.' })),
      level: Type.Integer({ minimum: 0, maximum: 6 }),
      state: oneOf(['added', 'removed', 'changed', 'same']),
    }),
  ),
})
