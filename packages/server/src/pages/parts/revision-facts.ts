import { type AnswerOf, isObservation, type Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { freshnessWords } from './freshness-mark.ts'
import { day } from './mode-mark.ts'
import { shortHash } from './short-hash.ts'

type Entry = AnswerOf<Operations['getEntry']>

/** What the front matter of every revision says. */
export type RevisionFields = Pick<
  Entry,
  | 'accepted_by'
  | 'applicability'
  | 'author'
  | 'created_at'
  | 'document_kind'
  | 'entry_id'
  | 'observed_at'
  | 'path'
  | 'policy_hash'
  | 'reference'
  | 'references'
  | 'refresh_after'
  | 'summary'
  | 'title'
>

/** What a page needs to know of the topic of a revision. */
export type NamedTopic = Pick<AnswerOf<Operations['getTopic']>, 'id' | 'title'>

/**
 * Where it is, title and summary at the head of a page, and whatever has to be said before the text; a summary with which
 * the text begins (`opening`) is read there.
 */
export function revisionTitle(
  { path, title, summary, document_kind }: RevisionFields,
  { topic, opening, notices }: { topic: NamedTopic; opening: string | null; notices: Markup },
): Markup {
  return html`<header class="title">
    ${breadcrumbs(topic, { path, last: isObservation(document_kind) ? 'Observation' : null })}
    <h1 dir="auto">${title}</h1>
    ${isSaidBy(opening, summary) ? null : html`<p class="lede" dir="auto">${summary}</p>`}
    ${notices}
  </header>`
}

/** Whether a text begins with its summary, or with what was cut to be one. */
function isSaidBy(opening: string | null, summary: string): boolean {
  const line = summary.replaceAll(/\s+/g, ' ').trim()
  return (
    opening !== null && (opening === line || (line.endsWith('…') && opening.startsWith(line.slice(0, -1))))
  )
}

/** Beside the text: who answers for it, and which bytes it is. */
export function provenance(fields: RevisionFields, sha256: string, published: string | null): Markup {
  return html`<dl class="provenance">
    <div><dt>Written by</dt><dd dir="auto">${fields.author}</dd></div>
    <div><dt>Accepted by</dt><dd dir="auto">${fields.accepted_by}</dd></div>
    ${published === null ? null : html`<div><dt>Published</dt><dd>${day(published)}</dd></div>`}
    <div class="more">
      <dt>Under</dt>
      <dd><a href=${`/revisions/${fields.policy_hash}`}>policy <code>${fields.policy_hash.slice(0, 8)}</code></a></dd>
    </div>
    <div>
      <dt>Revision</dt>
      <dd>${shortHash(sha256)}</dd>
    </div>
    <div class="more">
      <dt>See</dt>
      <dd>
        <a href=${`/entries/${fields.entry_id}/history`}>history</a>, <a href=${`/lineage/${sha256}`}>lineage</a>,
        ${' '}<a href="#cite">how to cite</a>
      </dd>
    </div>
  </dl>`
}

/** When an observation was made, where it holds, and whether a revision may still be relied on. */
export function freshness(
  fields: Pick<RevisionFields, 'observed_at' | 'refresh_after' | 'applicability'>,
  now: string,
  known: Entry['freshness'] = null,
): Markup | null {
  const { observed_at, refresh_after, applicability } = fields
  const said = freshnessWords(known)
  if (observed_at === null || refresh_after === null)
    return said && html`<div class=${`freshness ${known}`}><p>${said}</p></div>`
  const isDue = refresh_after <= now
  return html`<div class=${`freshness ${known ?? (isDue ? 'due' : 'fresh')}`}>
    <p>
      <strong>Observed</strong> on ${day(observed_at)}. ${
        isDue
          ? html`<strong>A recheck is due</strong> since ${day(refresh_after)}: it may no longer hold.`
          : html`A recheck is due after ${day(refresh_after)}.`
      }
    </p>
    ${said && html`<p>${said}</p>`}
    ${applicability === null ? null : html`<p dir="auto">${applicability}</p>`}
  </div>`
}

/** Who wrote and accepted it, when and under which rules: set like the last page of a book. */
export function colophon(
  fields: RevisionFields,
  sha256: string,
  { topic, published }: { topic: NamedTopic; published: { by: string; at: string } | null },
): Markup {
  return html`<section class="colophon" aria-labelledby="colophon">
    <h2 id="colophon">Colophon</h2>
    <p>
      Written by <strong>${fields.author}</strong>, accepted by <strong>${fields.accepted_by}</strong> on
      ${' '}${day(fields.created_at)}${published === null ? '.' : html`, ${published.by} on ${day(published.at)}.`}
    </p>
    <p>
      Under the <a href=${`/revisions/${fields.policy_hash}`}>policy</a> of
      ${' '}<a href=${`/topics/${topic.id}`} dir="auto">${topic.title}</a>, at <code>${fields.path}</code>
    </p>
    <p class="hash">${shortHash(sha256)}</p>
    <p class="links">
      <a href=${`/entries/${fields.entry_id}/history`}>History</a>
      <a href=${`/lineage/${sha256}`}>Lineage</a>
      <a href=${`/objects/${sha256}`}>Bytes</a>
    </p>
  </section>`
}
