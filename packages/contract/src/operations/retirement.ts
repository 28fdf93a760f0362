import { Hash, optional, RetirementState, strictObject, text } from '../fields.ts'
import { FIELD_LIMITS, LINEAGE_LIMITS } from '../limits.ts'
import { ANYONE, operation, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { Lineage, LineageDirection, Retirement, RetirementPage } from '../schemas/curation.ts'
import { pageQuery } from '../schemas/page.ts'

/** Retirement of revisions, and lineage. */
export const retirement = {
  listRetirements: operation({
    id: 'listRetirements',
    method: 'GET',
    path: '/api/v1/objects/{sha256}/retirement',
    tag: 'curation',
    summary: 'Read whether a published revision is retired, with every record, oldest first',
    access: ANYONE,
    params: { sha256: 'revision' },
    query: strictObject(pageQuery),
    status: 200,
    answer: RetirementPage,
  }),
  retireRevision: operation({
    id: 'retireRevision',
    method: 'POST',
    path: '/api/v1/objects/{sha256}/retirement',
    tag: 'curation',
    summary: 'Retire a published revision, or make it active again',
    description:
      'A retired head leaves the index and the search, and its entry shows a tombstone; its bytes stay. `active` does not publish anything again.',
    access: withScope('curate'),
    params: { sha256: 'revision' },
    body: strictObject({
      state: RetirementState,
      expected_retirement_hash: optional(Hash),
      reason: text(FIELD_LIMITS.reasonCharacters, 'Public where the revision is.'),
      replacement_hashes: optional(
        Type.Array(Hash, { maxItems: FIELD_LIMITS.replacementHashes, uniqueItems: true }),
      ),
    }),
    status: 201,
    answer: Retirement,
    problems: ['compare_and_set_mismatch', 'invalid_state'],
  }),
  getLineage: operation({
    id: 'getLineage',
    method: 'GET',
    path: '/api/v1/objects/{sha256}/lineage',
    tag: 'curation',
    summary: 'Read what an object came from and what came of it',
    description:
      'Revision parents, proposal origins, policy parents, definition parents and resolution parents; a citation is no ancestry. Only what the caller can read is part of the graph. `both` is the walk up and the walk down, not an undirected one.',
    access: ANYONE,
    params: { sha256: 'object' },
    query: strictObject({
      direction: Type.Optional(LineageDirection),
      depth: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LINEAGE_LIMITS.largestDepth,
          default: LINEAGE_LIMITS.defaultDepth,
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LINEAGE_LIMITS.largestNodes,
          default: LINEAGE_LIMITS.defaultNodes,
          description: 'Nodes, the root included.',
        }),
      ),
    }),
    status: 200,
    answer: Lineage,
  }),
} as const
