import type { ServedDocument } from '../documents.ts'
import type { HumanPage } from '../pages.ts'
import { headers } from './headers.ts'
import type { Json } from './json.ts'

/** A document that is served beside the operations. */
export function documentItem(document: ServedDocument): Json {
  const parameters = namedIn(document.path)
  return {
    operationId: document.id,
    tags: ['discovery'],
    summary: document.summary,
    security: [],
    parameters,
    responses: {
      [document.status]: {
        description: document.summary,
        headers: headers('X-Request-Id', 'ETag', 'Cache-Control', 'Vary'),
        ...(document.type
          ? { content: { [document.type]: { schema: { type: document.json ? 'object' : 'string' } } } }
          : {}),
      },
      ...(document.status === 200
        ? { 304: { description: 'Not modified.', headers: headers('ETag', 'X-Request-Id') } }
        : {}),
      400: { $ref: '#/components/responses/Problem400' },
      ...(parameters.length > 0 || document.isPrivate
        ? { 404: { $ref: '#/components/responses/Problem404' } }
        : {}),
      503: { $ref: '#/components/responses/Problem503' },
    },
  }
}

/** A page says what is wrong in HTML to whoever prefers HTML, and in a problem document to everyone else. */
export function pageItem(id: string, page: HumanPage, problem: unknown): Json {
  const html = { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
  const refused = {
    description: 'What is wrong, as a page or as a problem document.',
    headers: headers('X-Request-Id'),
    content: { ...html, 'application/problem+json': { schema: problem } },
  }
  return {
    operationId: id,
    tags: ['pages'],
    summary: page.summary,
    security: [{}, { bearer: [] }, { session: [] }],
    parameters: namedIn(page.path),
    responses: {
      200: {
        description: page.summary,
        headers: headers('X-Request-Id', 'ETag', 'Cache-Control', 'Vary'),
        content: html,
      },
      304: { description: 'Not modified.', headers: headers('ETag', 'X-Request-Id') },
      ...Object.fromEntries([400, 401, 404, 503].map((status) => [status, refused])),
    },
  }
}

function namedIn(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}
