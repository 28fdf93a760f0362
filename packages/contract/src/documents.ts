/** What is served beside the operations: documents that no credential changes. */
export interface ServedDocument {
  readonly id: string
  readonly path: string
  readonly status: 200 | 302
  readonly type: string | null
  readonly json: boolean
  readonly summary: string
  /** For some clients it is not there. */
  readonly isPrivate?: true
}

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
    summary: 'This document',
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
    summary: 'The human pages of public topics and of their newest entries',
  },
  {
    id: 'getFeed',
    path: '/feed.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The newest publications of every public topic as Atom',
  },
  {
    id: 'getTopicFeed',
    path: '/topics/{id}/feed.atom',
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    json: false,
    summary: 'The newest publications of a public topic as Atom',
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
    summary: 'Database and blob store answer and no maintenance lock is held',
  },
  {
    id: 'getMetrics',
    path: '/metrics',
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    json: false,
    summary: 'Figures for Prometheus; only from this machine unless they are made public',
    isPrivate: true,
  },
]
