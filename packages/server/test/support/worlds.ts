import assert from 'node:assert/strict'
import { OPERATIONS, type Operation, PAGES, type Resource } from '@colophon/contract'
import type { Answer } from './answer.ts'
import type { Site } from './site.ts'

/** What the contract's paths and filters can name in a world. */
export interface Names extends Record<Resource, string[]> {
  paths: string[]
  words: string[]
}

/** Every GET of the contract with everything that its path can name and every value of its filters. */
export function everyGet(names: Names): string[] {
  const found: string[] = []
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    if (operation.method !== 'GET') continue
    for (const path of pathsOf(operation, names))
      found.push(...queriesOf(operation, names).map((query) => path + query))
  }
  assert.ok(found.length > 60, `${found.length} paths`)
  return found
}

/** With every name for every parameter. */
function pathsOf({ path, params = {} }: Operation, names: Names): string[] {
  return Object.entries(params).reduce(
    (paths, [parameter, resource]) =>
      paths.flatMap((path) => names[resource].map((name) => path.replace(`{${parameter}}`, name))),
    [path],
  )
}

/** Every page for people, with everything that its path can name. */
export function everyPage(names: Names): string[] {
  const named: Readonly<Record<string, readonly string[]>> = {
    '{id}': names.topic,
    '{path}': names.paths.map((path) => path.slice(1)),
    '{sha256}': names.object,
    '{uuid}': names.entry,
    '{code}': ['not_found'],
  }
  const found = Object.values(PAGES).flatMap(({ path }) => {
    const [parameter] = /\{\w+\}/.exec(path) ?? []
    return parameter === undefined
      ? [path]
      : (named[parameter] ?? []).map((name) => path.replace(parameter, name))
  })
  const twins = found.filter((path) => /^\/(read|revisions)\/./.test(path)).map((path) => `${path}.md`)
  return [...found, ...twins, ...names.words.map((word) => `/search?q=${word}`)]
}

interface Filter {
  type?: string
  enum?: string[]
}

function queriesOf(operation: Operation, { topic, paths, words }: Names): string[] {
  const named = {
    limit: ['1'],
    depth: ['16'],
    topic,
    path: paths,
    q: words,
  }
  const queries = Object.entries(named).flatMap(([name, values]) =>
    values.map((value) => `?${name}=${value}`),
  )
  const { properties = {} } = (operation.query ?? {}) as { properties?: Record<string, Filter> }
  const known = queries.filter((query) => (query.slice(1).split('=')[0] ?? '') in properties)
  const filters = Object.entries(properties).flatMap(([name, schema]) =>
    (schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : [])).map((value) => `?${name}=${value}`),
  )
  const questions = 'match' in properties ? words.map((word) => `?q=${word}&match=most`) : []
  return ['', ...known, ...filters, ...questions]
}

/** Status, headers and body as this world gives them, but for its address and the names of its requests. */
export function told(site: Site, answer: Answer): string {
  const { host } = new URL(site.url)
  // The tag of bytes that hold the address is the world's own too.
  const own = answer.text.includes(host) ? /^(date|x-request-id|etag):/i : /^(date|x-request-id):/i
  const headers = answer.headerLines().filter((line) => !own.test(line))
  const body = answer.text.replaceAll(/(?<="payload":")[\w+/=]+/g, (payload) =>
    Buffer.from(payload, 'base64').toString(),
  )
  const text = [answer.status, ...headers, body].join('\n')
  return (
    text
      .replaceAll(site.url, 'SITE')
      .replaceAll(host, 'HOST')
      // What its keys are and have signed.
      .replaceAll(/(?<=HOST\/log[+ ]|"sig":")[\w+/=]+/g, 'KEY')
      .replaceAll(answer.header('x-request-id') ?? 'none', 'REQUEST')
  )
}
