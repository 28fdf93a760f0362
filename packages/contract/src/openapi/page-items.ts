import type { ServedDocument } from '../documents.ts'
import type { HumanPage, PageId } from '../pages.ts'
import { EXAMPLE_DOCUMENTS, EXAMPLE_PAGE, EXAMPLE_PARTS, EXAMPLE_QUERIES } from './document-examples.ts'
import { headers } from './headers.ts'
import type { Json } from './hoist.ts'
import { PARAMETER_MEANINGS } from './meanings.ts'

/** A document that is served beside the operations. */
export function documentItem(document: ServedDocument): Json {
  const query = Object.entries(document.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
  }))
  const named = namedIn(document.path, document.id === 'getProtectedEndpoint' ? { path: 'mcp' } : {})
  const schema = { type: document.json ? 'object' : 'string' }
  const parameters = [...named, ...query]
  return {
    operationId: document.id,
    tags: ['discovery'],
    summary: document.summary,
    description: `${document.summary}. No credential changes it.`,
    security: [],
    parameters,
    responses: {
      [document.status]: {
        description: document.summary,
        headers: headers('X-Request-Id', 'ETag', 'Cache-Control', 'Vary'),
        ...(document.type
          ? { content: { [document.type]: { schema, example: EXAMPLE_DOCUMENTS[document.id] } } }
          : {}),
      },
      ...(document.status === 200
        ? { 304: { description: 'Not modified.', headers: headers('ETag', 'X-Request-Id') } }
        : {}),
      400: { $ref: '#/components/responses/Problem400' },
      ...(named.length > 0 || document.isPrivate
        ? { 404: { $ref: '#/components/responses/Problem404' } }
        : {}),
      421: { $ref: '#/components/responses/Problem421' },
      503: { $ref: '#/components/responses/Problem503' },
    },
  }
}

/** A page says what is wrong in HTML to whoever prefers HTML, and in a problem document to everyone else. */
export function pageItem(id: PageId, page: HumanPage, problem: unknown): Json {
  const names = ['X-Request-Id', 'ETag', 'Cache-Control', 'Vary', 'Link']
  const html = { 'text/html; charset=utf-8': { schema: { type: 'string' }, example: EXAMPLE_PAGE } }
  const refused = {
    description: 'What is wrong, as a page or as a problem document.',
    headers: headers('X-Request-Id'),
    content: { ...html, 'application/problem+json': { schema: problem } },
  }
  return {
    operationId: id,
    tags: ['pages'],
    summary: page.summary,
    description: `${page.summary}. HTML without scripts of its own; a session or a bearer may widen it.`,
    security: [{}, { bearer: [] }, { session: [] }],
    parameters: [...namedIn(page.path), ...askedOf(id, page)],
    responses: {
      200: {
        description: page.summary,
        headers: headers(...names, ...(page.twin ? ['Repr-Digest', 'Deprecation', 'Accept-Ranges'] : [])),
        content: page.twin ? { ...html, ...BYTES } : html,
      },
      ...(page.twin ? { 206: partOfTwin(names) } : {}),
      304: { description: 'Not modified.', headers: headers('ETag', 'X-Request-Id') },
      ...Object.fromEntries(
        [400, 401, 404, ...(page.twin ? [416] : []), 421, 503].map((status) => [status, refused]),
      ),
    },
  }
}

/** The stored bytes: Markdown of a revision, JSON of a record. */
const BYTES = {
  'text/markdown; charset=utf-8': { schema: { type: 'string' } },
  'application/json': { schema: { type: 'object' } },
}

function partOfTwin(names: readonly string[]): Json {
  return {
    description: 'The part of the stored bytes that `Range` asks for.',
    headers: headers(...names, 'Content-Range', 'Content-Digest'),
    content: { ...BYTES, 'application/json': { schema: {} } },
  }
}

function namedIn(path: string, examples: Readonly<Record<string, string>> = {}): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETER_MEANINGS[name],
    schema: { type: 'string' },
    example: examples[name] ?? EXAMPLE_PARTS[name],
  }))
}

function askedOf(id: PageId, page: HumanPage): Json[] {
  return (page.query ?? []).map((name) => {
    const example = EXAMPLE_QUERIES[id]?.[name]
    return {
      name,
      in: 'query',
      required: false,
      description: PARAMETER_MEANINGS[name],
      schema: { type: 'string' },
      ...(example === undefined ? {} : { example }),
    }
  })
}
