/** What is served beside the operations: documents that no credential changes. */
export interface ServedDocument {
  readonly id: string
  readonly path: string
  readonly status: 200 | 302
  readonly type: string | null
  readonly json: boolean
  readonly summary: string
  /** Optional parameters, with their meanings. */
  readonly query?: Readonly<Record<string, string>>
  /** For some clients, or on some sites, it is not there. */
  readonly isPrivate?: true
}

const FEED_QUERY = { cursor: 'Of the link `next` of the page before.' } as const
const ACTIVITY_QUERY = {
  kind: '`publication`, `retirement` or `visibility`: only acts of this kind.',
} as const

/** Every document that is served beside the operations. */
export const DOCUMENTS: readonly ServedDocument[] = [
  {
    id: 'getRoot',
    path: '/',
    status: 302,
    type: 'text/plain; charset=utf-8',
    json: false,
    summary: 'Leads a browser to the reading room and every other client to the guide',
  },
  {
    id: 'getGuide',
    path: '/agent.md',
    status: 200,
    type: 'text/markdown; charset=utf-8',
    json: false,
    summary: 'The guide for agents and their makers',
  },
  {
    id: 'getContract',
    path: '/openapi.json',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'This document, or with `tag` only the operations of one',
    query: {
      tag: 'A tag of this document, such as `reading`: its operations and what they need, in fewer words.',
    },
  },
  {
    id: 'getLlmsText',
    path: '/llms.txt',
    status: 200,
    type: 'text/plain; charset=utf-8',
    json: false,
    summary: 'Where language models find what, in the form of llmstxt.org',
  },
  {
    id: 'getRobotsText',
    path: '/robots.txt',
    status: 200,
    type: 'text/plain; charset=utf-8',
    json: false,
    summary: 'What crawlers may fetch',
  },
  {
    id: 'getSitemap',
    path: '/sitemap.xml',
    status: 200,
    type: 'application/xml; charset=utf-8',
    json: false,
    summary:
      'The human pages of public topics and of their entries; on a large site an index of files of them',
  },
  {
    id: 'getSitemapFile',
    path: '/sitemap-{name}',
    status: 200,
    type: 'application/xml; charset=utf-8',
    json: false,
    summary:
      'A file of the sitemap: `pages.xml`, or `SLUG-N.xml` with entries of a public topic, oldest first',
    isPrivate: true,
  },
  {
    id: 'getFeed',
    path: '/feed.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The publications of every public topic as Atom, newest first, in pages (RFC 5005)',
    query: FEED_QUERY,
  },
  {
    id: 'getTopicFeed',
    path: '/topics/{id}/feed.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The publications of a public topic as Atom, newest first, in pages (RFC 5005)',
    query: FEED_QUERY,
  },
  {
    id: 'getActivity',
    path: '/activity.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The 50 newest acts in public topics as Atom: publications, retirements, changes of visibility',
    query: ACTIVITY_QUERY,
  },
  {
    id: 'getTopicActivity',
    path: '/topics/{id}/activity.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The 50 newest acts in a public topic as Atom: publications, retirements, changes of visibility',
    query: ACTIVITY_QUERY,
  },
  {
    id: 'getApiCatalog',
    path: '/.well-known/api-catalog',
    status: 200,
    type: 'application/linkset+json',
    json: true,
    summary: 'Where the interfaces of the site and their descriptions are (RFC 9727)',
  },
  {
    id: 'getSecurityText',
    path: '/.well-known/security.txt',
    status: 200,
    type: 'text/plain; charset=utf-8',
    json: false,
    summary: 'Whom to tell of a vulnerability (RFC 9116)',
    isPrivate: true,
  },
  {
    id: 'getSkillsIndex',
    path: '/.well-known/agent-skills/index.json',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'The skills of public topics, as clients of Agent Skills discover them (version 0.2.0)',
  },
  {
    id: 'getSkillDocument',
    path: '/.well-known/agent-skills/{topic}/{skill}/SKILL.md',
    status: 200,
    type: 'text/markdown; charset=utf-8',
    json: false,
    summary: 'The bytes of a skill that the index names',
    isPrivate: true,
  },
  {
    id: 'getOpenSearch',
    path: '/opensearch.xml',
    status: 200,
    type: 'application/opensearchdescription+xml; charset=utf-8',
    json: false,
    summary: 'How browsers search the site, as an OpenSearch description',
  },
  {
    id: 'getHealth',
    path: '/healthz',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'The process is up',
  },
  {
    id: 'getReadiness',
    path: '/readyz',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'Database and blob store answer, writes are accepted, and no maintenance lock is held',
  },
  {
    id: 'getMetrics',
    path: '/metrics',
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    json: false,
    summary: 'Metrics for Prometheus, from this machine only unless the operator allows other readers',
    isPrivate: true,
  },
  {
    id: 'getProtectedResource',
    path: '/.well-known/oauth-protected-resource',
    status: 200,
    type: 'application/json',
    json: true,
    summary:
      'Where a client gets a token for the API (RFC 9728); not there where the operator switched it off',
    isPrivate: true,
  },
  {
    id: 'getProtectedEndpoint',
    path: '/.well-known/oauth-protected-resource/{path}',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'The same for an endpoint of MCP: `mcp` or `mcp/authorized`',
    isPrivate: true,
  },
  {
    id: 'getAuthorizationServer',
    path: '/.well-known/oauth-authorization-server',
    status: 200,
    type: 'application/json',
    json: true,
    summary: 'The endpoints of the authorization server and what it takes (RFC 8414)',
    isPrivate: true,
  },
]
