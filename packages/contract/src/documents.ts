/** What is served beside the operations: pages and documents that no credential changes. */
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
    summary: 'Leads to the guide',
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
    id: 'getProblemPage',
    path: '/problems/{code}',
    status: 200,
    type: 'text/html; charset=utf-8',
    json: false,
    summary: 'What a problem code means and what to do',
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
