import { readStored } from '@colophon/client'
import type { ChangeItem, MirroredStanding, TopicView } from '@colophon/client/node/mirror'
import { type ClosedLists, isListed, isPublic, isRetired, isReviewed } from '@colophon/contract'
import { AUDIENCE, publicationLine } from '../../catalog/apply-lineage.ts'
import { entryOf } from '../../catalog/apply-publication.ts'
import { formerPaths } from '../../catalog/bind-path.ts'
import type { EntryRow, LineageNodeRow, RevisionRow } from '../../storage/rows/catalog.ts'
import type { PublicationRow, RetirementRow } from '../../storage/rows/editorial.ts'
import type { Tables } from '../../storage/tables.ts'
import type { RevisionMeta } from '../../text/front-matter.ts'
import { NO_IDENTITY, rowsOfStanding } from './standing-rows.ts'

/** The rows that a topic's acts leave behind, by table. */
type TopicRowSet = { [T in keyof Tables]?: Tables[T][] }

/** What the acts of a topic are read from. */
interface MirrorInput {
  readonly topic: TopicView
  /** All of its stream, oldest first. */
  readonly acts: readonly ChangeItem[]
  /** The number of an act in the public stream; null where it is not there. */
  publicSeqOf(act: ChangeItem): number | null
  /** The bytes of an object; null where the folder does not hold them. */
  read(sha256: string): Uint8Array | null
  /** What the press said of a revision last; null where there was nothing to say. */
  standingOf(sha256: string): MirroredStanding | null
}

/**
 * The rows that a topic's acts leave behind, in one go: `catalog/apply-*` makes them act by act, and a test holds the answers
 * of both together. What the folder does not hold is left out.
 */
export function rowsOfTopic(input: MirrorInput): TopicRowSet {
  const making = new TopicRows(input)
  for (const act of input.acts) making.take(act)
  return making.rows()
}

class TopicRows {
  readonly #input: MirrorInput
  readonly #out: { [T in keyof Tables]: Tables[T][] } = Object.create(null)
  readonly #entries = new Map<string, EntryRow>()
  readonly #revisions = new Map<string, RevisionRow>()
  readonly #nodes = new Map<string, LineageNodeRow>()
  readonly #edges = new Set<string>()
  readonly #aliases = new Map<string, Tables['aliases']>()
  readonly #decisions = new Map<string, number>()
  readonly #policies = new Set<string>()
  #visibility: ClosedLists['visibility'] = 'invited'

  constructor(input: MirrorInput) {
    this.#input = input
    const { topic } = input
    this.#add('topics', {
      id: topic.id,
      title: topic.title,
      summary: topic.summary,
      visibility: topic.visibility,
      profile: topic.profile,
      policy_hash: topic.policy_hash,
      created_at: topic.created_at,
    })
    this.#takePolicy(topic.policy_hash)
  }

  take(act: ChangeItem): void {
    const record = TAKEN[act.change](this, act)
    if (record === null || act.at === null) return
    const { id: topic_id } = this.#input.topic
    const kind = act.change as Tables['changes']['kind']
    const public_seq = this.#input.publicSeqOf(act)
    this.#add('changes', { topic_id, seq: act.seq, public_seq, kind, record, at: act.at })
  }

  rows(): TopicRowSet {
    const { id: topic_id } = this.#input.topic
    const entries = [...this.#entries.values()]
    const listed = entries.filter(({ status }) => isListed(status))
    const reviewed = listed.filter(({ mode }) => isReviewed(mode)).length
    for (const revision of this.#revisions.values()) this.#takeStanding(revision)
    return {
      ...this.#out,
      entries,
      revisions: [...this.#revisions.values()],
      aliases: [...this.#aliases.values()],
      lineage_nodes: [...this.#nodes.values()],
      topic_counts: entries.length === 0 ? [] : [{ topic_id, total: listed.length, reviewed }],
      search_topics:
        listed.length === 0
          ? []
          : [
              {
                topic_id,
                epoch: topic_id,
                seq: listed.length,
                packed_seq: 0,
                segments: '[]',
                packing_until: null,
              },
            ],
      search_changes: listed.map(({ entry_id, content_hash, mode, refresh_after }, place) => ({
        topic_id,
        seq: place + 1,
        entry_id,
        content_hash,
        mode,
        refresh_after,
      })),
    }
  }

  /** Answers the record of the act; null where the folder does not hold what it is about. */
  takePublication(act: ChangeItem): string | null {
    const { content_hash, publication_hash, entry_id, mode, at } = act
    const bytes = content_hash === null ? null : this.#input.read(content_hash)
    if (!content_hash || !publication_hash || !entry_id || !mode || !at || bytes === null) return null
    const meta = metaOf(bytes)
    const head = this.#entries.get(entry_id) ?? null
    const place = { content_hash, entry_id, topic_id: this.#input.topic.id }
    const row = {
      publication_hash,
      ...place,
      mode,
      previous_head: head?.content_hash ?? null,
      published_at: at,
      published_by: NO_IDENTITY,
    }
    this.#add('publications', row)
    this.#addObject(publication_hash, 'publication', row.published_at, entry_id)
    this.#takePolicy(meta.policy_hash)
    const unreviewed = this.#showRevision(row, meta, bytes.length)
    this.#showInLineage(row, meta)
    if (head !== null && head.content_hash !== content_hash) this.#supersede(head.content_hash, row)
    const aliases = this.#bindPath(row, meta, head)
    this.#entries.set(entry_id, entryOf({ row, meta, head }, unreviewed, aliases))
    return publication_hash
  }

  takeRetirement(act: ChangeItem): string | null {
    const { content_hash, retirement_hash, entry_id, state, at } = act
    const bytes = retirement_hash === null ? null : this.#input.read(retirement_hash)
    const revision = this.#revisions.get(content_hash ?? '')
    if (!retirement_hash || !entry_id || !state || !at || bytes === null || revision === undefined)
      return null
    const said: Record<string, unknown> = JSON.parse(Buffer.from(bytes).toString())
    const position = (this.#decisions.get(revision.content_hash) ?? 0) + 1
    this.#decisions.set(revision.content_hash, position)
    const row: RetirementRow = {
      retirement_hash,
      content_hash: revision.content_hash,
      entry_id,
      topic_id: this.#input.topic.id,
      position,
      previous_hash: revision.retirement_hash,
      state,
      reason: String(said.reason ?? ''),
      replacement_hashes: JSON.stringify(said.replacement_hashes ?? []),
      decided_by: NO_IDENTITY,
      decided_label: String(said.decided_by ?? ''),
      decided_at: at,
    }
    this.#add('retirements', row)
    this.#addObject(retirement_hash, 'retirement', at, entry_id)
    revision.retirement_state = state
    revision.retirement_hash = retirement_hash
    const entry = this.#entries.get(entry_id)
    if (entry?.content_hash === content_hash) entry.status = isRetired(state) ? 'retired' : 'unlisted'
    return retirement_hash
  }

  takeVisibility(act: ChangeItem): string | null {
    const { visibility, at } = act
    if (visibility === null || at === null) return null
    const { topic } = this.#input
    const change_id = `${topic.id} ${act.seq}`
    this.#add('visibility_changes', {
      change_id,
      topic_id: topic.id,
      position: (this.#out.visibility_changes?.length ?? 0) + 1,
      changed_at: at,
      changed_by: NO_IDENTITY,
      from_visibility: this.#visibility,
      to_visibility: visibility,
      from_profile: topic.profile,
      to_profile: topic.profile,
      reason: '',
    })
    this.#visibility = visibility
    return change_id
  }

  #takeStanding({ content_hash, topic_id }: RevisionRow): void {
    const standing = this.#input.standingOf(content_hash)
    if (standing === null) return
    const { evidence, suggestions, review_plans } = rowsOfStanding(standing, { content_hash, topic_id })
    for (const row of evidence) this.#add('evidence', row)
    for (const row of suggestions) this.#add('suggestions', row)
    for (const row of review_plans) this.#add('review_plans', row)
  }

  #add<T extends keyof Tables>(table: T, row: Tables[T]): void {
    const rows: Tables[T][] = this.#out[table] ?? []
    rows.push(row)
    Object.assign(this.#out, { [table]: rows })
  }

  #addObject(
    sha256: string,
    kind: ClosedLists['objectKind'],
    created_at: string,
    entry_id: string | null,
  ): void {
    const { id: topic_id } = this.#input.topic
    this.#add('objects', { sha256, kind, topic_id, entry_id, owner_id: null, size: 0, created_at })
  }

  /** Once published without review, the bytes stay marked so. */
  #showRevision(row: PublicationRow, meta: RevisionMeta, size: number): number {
    const known = this.#revisions.get(row.content_hash)
    const unreviewed = known?.without_prior_review === 1 || !isReviewed(row.mode) ? 1 : 0
    const newest = { publication_hash: row.publication_hash, mode: row.mode, published_at: row.published_at }
    if (known !== undefined) {
      Object.assign(known, newest, { without_prior_review: unreviewed })
      return unreviewed
    }
    const { content_hash, entry_id, topic_id } = row
    const object = { sha256: content_hash, kind: 'candidate' as const, topic_id, entry_id, owner_id: null }
    this.#add('objects', { ...object, size, created_at: meta.created_at })
    this.#revisions.set(content_hash, {
      content_hash,
      entry_id,
      topic_id,
      ...newest,
      without_prior_review: unreviewed,
      first_published_at: row.published_at,
      parent_hash: meta.parent_hash,
      path: meta.path,
      title: meta.title,
      retirement_state: 'active',
      retirement_hash: null,
      superseded_at: null,
      superseded_by: null,
      successor_hash: null,
    })
    return unreviewed
  }

  #supersede(hash: string, row: PublicationRow): void {
    const former = this.#revisions.get(hash)
    if (former === undefined) return
    former.superseded_at = row.published_at
    former.superseded_by = row.publication_hash
    former.successor_hash = row.content_hash
  }

  #showInLineage(row: PublicationRow, meta: RevisionMeta): void {
    const hash = row.content_hash
    const node = this.#nodes.get(hash)
    if (node !== undefined) node.publications += publicationLine(row)
    else
      this.#nodes.set(hash, {
        hash,
        kind: 'candidate',
        topic_id: row.topic_id,
        entry_id: row.entry_id,
        title: meta.title,
        proposed_path: meta.path,
        created_at: meta.created_at,
        audience: AUDIENCE.public,
        parent_hash: meta.parent_hash,
        proposal_hash: meta.proposal_hash,
        policy_hash: meta.policy_hash,
        successor_hash: null,
        publications: publicationLine(row),
      })
    this.#addEdge(meta.policy_hash, hash, meta.created_at)
    const parent = meta.parent_hash === null ? undefined : this.#nodes.get(meta.parent_hash)
    if (parent !== undefined) parent.successor_hash = hash
  }

  #addEdge(parent: string, child: string, at: string): void {
    if (this.#edges.has(parent + child)) return
    this.#edges.add(parent + child)
    this.#add('lineage_edges', { parent, audience: AUDIENCE.public, owner_id: '', at, child })
  }

  #bindPath(row: PublicationRow, meta: RevisionMeta, head: EntryRow | null): string[] {
    const { published_at: at, entry_id, topic_id } = row
    if (head?.path === meta.path) return formerPaths(head, meta.path)
    const former = head === null ? undefined : this.#aliases.get(head.path)
    if (former !== undefined) former.superseded_at = at
    this.#aliases.set(meta.path, { path: meta.path, entry_id, topic_id, bound_at: at, superseded_at: null })
    return formerPaths(head, meta.path)
  }

  #takePolicy(hash: string): void {
    const bytes = this.#policies.has(hash) ? null : this.#input.read(hash)
    this.#policies.add(hash)
    if (bytes === null) return
    const said: Record<string, unknown> = JSON.parse(Buffer.from(bytes).toString())
    const [created_at, previous] = [String(said.created_at), said.previous_hash]
    const previous_hash = typeof previous === 'string' ? previous : null
    const { id: topic_id } = this.#input.topic
    this.#add('policies', {
      policy_hash: hash,
      topic_id,
      previous_hash,
      evidence_ttl_days: Number(said.evidence_ttl_days),
      review_focuses: JSON.stringify(said.review_focuses),
      minimum_evidence: Number(said.minimum_evidence),
      publication_modes: JSON.stringify(said.publication_modes),
      created_at,
      created_by: NO_IDENTITY,
    })
    this.#addObject(hash, 'policy', created_at, null)
    const nothing = {
      entry_id: null,
      title: null,
      proposed_path: null,
      proposal_hash: null,
      policy_hash: null,
    }
    const node = { hash, kind: 'policy' as const, topic_id, created_at, audience: AUDIENCE.public }
    this.#nodes.set(hash, {
      ...nothing,
      ...node,
      parent_hash: previous_hash,
      successor_hash: null,
      publications: '',
    })
    if (previous_hash === null) return
    this.#addEdge(previous_hash, hash, created_at)
    this.#takePolicy(previous_hash)
  }
}

const TAKEN: Readonly<Record<ChangeItem['change'], (rows: TopicRows, act: ChangeItem) => string | null>> = {
  publication: (rows, act) => rows.takePublication(act),
  retirement: (rows, act) => rows.takeRetirement(act),
  visibility: (rows, act) => rows.takeVisibility(act),
  withheld: () => null,
}

/** Only a public topic is in a mirror that is served. */
export function isServed({ visibility }: TopicView): boolean {
  return isPublic(visibility)
}

/** The hash of the bytes was compared: they are what the press made. */
function metaOf(bytes: Uint8Array): RevisionMeta {
  const { fields } = readStored(bytes)
  return { applicability: null, observed_at: null, refresh_after: null, ...fields } as unknown as RevisionMeta
}
