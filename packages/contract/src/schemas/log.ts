import { component, Hash, oneOf } from '../fields.ts'
import { Type } from '../type.ts'

const LogEntry = component('LogEntry', {
  index: Type.Integer({ minimum: 0, description: 'Of the leaf, counted from 0.' }),
  kind: oneOf(['publication', 'retirement']),
  record_hash: Hash,
})

/** The leaves of the transparency log that are about an object. */
export const LogEntries = component('LogEntries', {
  sha256: Hash,
  entries: Type.Array(LogEntry),
})
