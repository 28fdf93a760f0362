import { type ClosedLists, isObservation } from '@colophon/contract'
import type { ContentLicense } from '../../runtime/settings.ts'

/** What is cited: one revision, as its front matter and its publication describe it. */
export interface CitedRevision {
  readonly sha256: string
  readonly title: string
  readonly summary: string
  readonly author: string
  readonly topic_id: string
  readonly entry_id: string
  readonly document_kind: ClosedLists['documentKind']
  /** null for a candidate. */
  readonly published_at: string | null
  readonly created_at: string
  readonly baseUrl: string
  readonly license: ContentLicense | null
}

function addressOf({ baseUrl, sha256 }: CitedRevision): string {
  return `${baseUrl}/revisions/${sha256}`
}

/** The SHA-256 names the bytes wherever they are (RFC 6920). */
function nameOf({ sha256 }: CitedRevision): string {
  return `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`
}

/** Schema.org's description of a revision. */
export function jsonLdOf(cited: CitedRevision): Record<string, unknown> {
  const { title, summary, author, sha256, baseUrl, license } = cited
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    '@id': addressOf(cited),
    url: addressOf(cited),
    headline: title,
    description: summary,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: new URL(baseUrl).host, url: baseUrl },
    dateCreated: cited.created_at,
    ...(cited.published_at === null ? {} : { datePublished: cited.published_at }),
    version: sha256,
    identifier: [nameOf(cited), `urn:uuid:${cited.entry_id}`],
    articleSection: cited.topic_id,
    genre: isObservation(cited.document_kind) ? 'observation' : 'article',
    encoding: {
      '@type': 'MediaObject',
      contentUrl: `${baseUrl}/objects/${sha256}`,
      encodingFormat: 'text/markdown',
      sha256,
    },
    ...(license === null ? {} : { license: license.url }),
  }
}

const BIBTEX_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

function bibTexText(text: string): string {
  return text.replace(/[\\{}~^&%$#_]/g, (found) => BIBTEX_ESCAPES[found] ?? found)
}

/** An entry for BibTeX; a second pair of braces keeps names and capitals as they are. */
export function bibTexOf(cited: CitedRevision): string {
  const [year = '', month = ''] = dateOf(cited)
  const fields = {
    author: `{${bibTexText(cited.author)}}`,
    title: `{${bibTexText(cited.title)}}`,
    year,
    month,
    howpublished: bibTexText(new URL(cited.baseUrl).host),
    url: addressOf(cited),
    note: `SHA-256 ${cited.sha256}`,
  }
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},`)
  return `@misc{${cited.topic_id}-${cited.sha256.slice(0, 12)},\n${lines.join('\n')}\n}`
}

/** An item of CSL-JSON, as reference managers import it. */
export function cslOf(cited: CitedRevision): Record<string, unknown> {
  return {
    id: `${cited.topic_id}-${cited.sha256.slice(0, 12)}`,
    type: 'webpage',
    title: cited.title,
    author: [{ literal: cited.author }],
    issued: { 'date-parts': [dateOf(cited).map(Number)] },
    'container-title': new URL(cited.baseUrl).host,
    URL: addressOf(cited),
    abstract: cited.summary,
    version: cited.sha256,
  }
}

function dateOf({ published_at, created_at }: CitedRevision): string[] {
  return (published_at ?? created_at).slice(0, 10).split('-')
}
