import { component, EntryPath, Freshness, Hash, Mode, nullable, Uuid } from '../fields.ts'
import { Type } from '../schema.ts'

/** Bytes of an object. */
const byteRange = {
  start: Type.Integer({ minimum: 0, description: 'The first byte, counted from 0 in the object.' }),
  end: Type.Integer({ minimum: 1, description: 'The byte behind the last.' }),
  sha256: Hash,
  approx_tokens: Type.Integer({
    minimum: 1,
    description: 'An estimate: a quarter of the bytes, rounded up.',
  }),
}

/** A section of a revision: a heading and what follows it up to the next one. */
export const Section = component('Section', {
  index: Type.Integer({ minimum: 0 }),
  level: Type.Integer({
    minimum: 0,
    maximum: 6,
    description: 'Of the heading; 0 for the front matter and for what stands before the first heading.',
  }),
  heading: nullable(Type.String({ description: 'Plain text, as the page shows it; null at level 0.' })),
  ...byteRange,
})

/** Whether a revision holds a quotation. */
export const Quote = component('Quote', {
  sha256: Hash,
  found: Type.Boolean({ description: 'Whether the revision holds the words.' }),
  start: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Bytes of the revision: exactly the quotation where it stands there as it was given, else the blocks that hold it. null where it is not found.',
    }),
  ),
  end: nullable(
    Type.Integer({ minimum: 0, description: 'Behind the last byte; null where it is not found.' }),
  ),
  in_head: nullable(
    Type.Boolean({
      description:
        'Whether the current revision of the entry holds it; null where the entry has none that is listed.',
    }),
  ),
})

/** A part of an entry's head that answers a question. */
const Passage = component('Passage', {
  content_hash: Hash,
  entry_id: Uuid,
  path: EntryPath,
  title: Type.String(),
  mode: Mode,
  headings: Type.Array(Type.String(), { description: 'Those that it stands under, from the outermost.' }),
  ...byteRange,
  text: Type.String({ description: 'Exactly these bytes of `/objects/{content_hash}`, as UTF-8.' }),
  missing_terms: Type.Array(Type.String(), {
    description: 'Words of `q` that neither the passage nor its headings nor the title have, in their order.',
  }),
  freshness: Freshness,
})

/** The passages that answer a question best, as many as the budget holds. */
export const PassagePage = component('PassagePage', {
  items: Type.Array(Passage),
  used_tokens: Type.Integer({ minimum: 0, description: 'The sum of `approx_tokens`.' }),
  next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
})
