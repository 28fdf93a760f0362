import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, PROBLEMS, type ProblemCode } from '@colophon/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ANONYMOUS, ANY_READER, type Caller, OPERATOR } from '../core/authority.ts'
import { invalidField, Problem, problem } from '../core/problem.ts'
import { findToolAlias, TOOL_ALIASES } from './aliases.ts'
import { callParts } from './call-parts.ts'
import { problemText } from './problem-text.ts'
import { readArguments } from './read-arguments.ts'
import { resultFor, toolFor } from './revision.ts'
import { definitionOf, findTool, largestMessage, offeredTo, operationOf, TOOLS } from './tools.ts'

/** An estimate of tokens, as the contract makes it. */
function tokens(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)
}

const HTTP = /\b(HTTP|GET|POST|header|Authorization|\/api\/|status code|JSON)\b/

for (const tool of TOOLS) {
  const { inputSchema, annotations, description, ...more } = definitionOf(tool)

  test(`${tool.name} is described for a model, with forms that hosts understand`, () => {
    assert.ok(new Ajv2020({ strict: false }).validateSchema(inputSchema))
    assert.equal(inputSchema.type, 'object')
    // Providers of models refuse these at the top.
    for (const word of ['anyOf', 'oneOf', 'allOf', '$ref']) assert.equal(word in inputSchema, false)
    assert.match(tool.name, /^[a-z]+_[a-z]+$/)
    assert.doesNotMatch(JSON.stringify([description, inputSchema]), HTTP)
    assert.deepEqual(Object.keys(more), ['name'])
    assert.equal(annotations?.readOnlyHint === true, operationOf(tool).method === 'GET')
  })

  test(`${tool.name} names its arguments once`, () => {
    for (const name of tool.required) assert.ok(name in tool.properties, name)
    for (const [other, name] of Object.entries(tool.synonyms ?? {})) {
      assert.ok(name in tool.properties, name)
      assert.equal(other in tool.properties, false, other)
    }
    assert.equal('idempotency_key' in tool.properties, operationOf(tool).method === 'POST')
  })
}

const EVERYBODY =
  'read_article search_knowledge find_passages check_citations compare_revisions list_topics browse_index trace_lineage register_reader report_use send_feedback my_reports'.split(
    ' ',
  )

function invited(
  ...scopes: ('read' | 'propose' | 'publish_direct' | 'review' | 'curate' | 'admin')[]
): Caller {
  return { ...ANY_READER, enrollment: 'invited', scopes: new Set(scopes), topicGrants: null }
}

const WORK = 'list_tasks claim_task renew_lease complete_task'
for (const [name, caller, more] of [
  ['nobody', ANONYMOUS, ''],
  ['a reader', ANY_READER, 'my_access'],
  ['an invited reader', invited('read'), 'list_tasks my_access'],
  ['a contributor', invited('read', 'propose'), `${WORK} submit_article my_access`],
  [
    'a trusted author',
    invited('read', 'propose', 'publish_direct'),
    `${WORK} submit_article publish_article my_access`,
  ],
  ['a reviewer', invited('read', 'review'), `${WORK} review_candidate my_access`],
  ['an administrator', OPERATOR, `${WORK} submit_article review_candidate publish_article my_access`],
] as const)
  test(`${name} is offered what everybody is${more && `, and ${more}`}`, () => {
    const offered = offeredTo(caller).map((tool) => tool.name)
    assert.deepEqual(offered, [...EVERYBODY, ...more.split(' ').filter(Boolean)])
  })

test('the list of tools is short', () => {
  for (const [caller, most] of [
    [ANONYMOUS, 1500],
    [OPERATOR, 3500],
  ] as const) {
    const size = tokens({ jsonrpc: '2.0', id: 1, result: { tools: offeredTo(caller).map(definitionOf) } })
    assert.ok(size < most, `${size} tokens of ${most}`)
  }
})

test('a message may be as large as a submission only where the caller may submit', () => {
  const mib = 1024 * 1024
  for (const caller of [ANONYMOUS, ANY_READER, invited('read', 'review')])
    assert.equal(largestMessage(caller), mib)
  assert.equal(largestMessage(invited('read', 'propose')), 8 * mib)
})

test('a problem is said in words of tools, with what to do next', () => {
  const tool = findTool('claim_task')
  assert.ok(tool)
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    const text = problemText(tool, problem(code, 'What happened.'))
    assert.match(text, new RegExp(`^${code}: .+\nNext: .+$`), code)
    assert.doesNotMatch(text, HTTP)
  }
  assert.match(problemText(tool, problem('not_found', 'x')), /Next: Take the id from list_tasks\.$/)
  const wrong = problem('invalid_request', 'x', {
    errors: [{ location: 'path', pointer: 'id', message: 'must be a UUID' }],
  })
  assert.match(problemText(tool, wrong), /\n- task_id: must be a UUID\n/)
  assert.match(problemText(tool, invalidField('/findings/0', 'y')), /\n- findings\/0: y\n/)
  const changed = problem('compare_and_set_mismatch', 'x', { current: 'abc' })
  assert.match(problemText(tool, changed), /\nCurrent value: "abc"\n/)
})

test('arguments go by their synonyms, null is left out, and unknown ones are named', () => {
  const tool = findTool('claim_task')
  assert.ok(tool)
  assert.deepEqual(readArguments(tool, { id: 'x', idempotency_key: null }), { task_id: 'x' })
  const pointers = (given: object) => {
    try {
      readArguments(tool, given as Record<string, unknown>)
      return []
    } catch (error) {
      assert.ok(error instanceof Problem)
      return error.facts.errors?.map(({ pointer }) => pointer)
    }
  }
  assert.deepEqual(pointers({ more: 1, constructor: 2 }), ['more', 'constructor', 'task_id'])
  assert.deepEqual(pointers({ task_id: 5 }), [])
})

test('each revision gets what it knows', () => {
  const tool = { name: 'x', annotations: {}, inputSchema: {} }
  assert.deepEqual(toolFor('2024-11-05', tool), { name: 'x', inputSchema: {} })
  assert.deepEqual(toolFor('2025-03-26', tool), tool)
  const result = { content: [{ type: 'text' }, { type: 'resource_link' }], structuredContent: {} }
  for (const old of ['2024-11-05', '2025-03-26'])
    assert.deepEqual(resultFor(old, result), { content: [{ type: 'text' }] })
  for (const young of ['2025-06-18', '2025-11-25', '2026-07-28'])
    assert.deepEqual(resultFor(young, result), result)
})

test('arguments go where the operation has them, and what it does not know goes along', async () => {
  const heartbeat = callParts(OPERATIONS.renewLease, {
    id: 'x',
    generation: 1,
    idempotency_key: 'k',
    more: null,
  })
  assert.deepEqual(heartbeat.params, { id: 'x' })
  assert.deepEqual(heartbeat.query, {})
  assert.equal(heartbeat.idempotencyKey, 'k')
  assert.deepEqual(await heartbeat.readBody(1000, null), { generation: 1, more: null })
  const lineage = callParts(OPERATIONS.getLineage, {
    sha256: null,
    depth: 3,
    limit: null,
    idempotency_key: 'k',
  })
  assert.deepEqual(lineage.params, {})
  assert.deepEqual(lineage.query, { depth: 3, idempotency_key: 'k' })
  assert.equal(lineage.idempotencyKey, null)
})

test('names of Object.prototype are names like any other', async () => {
  const given = JSON.parse('{"__proto__": {"value": "up"}, "constructor": 1}')
  const { params, readBody } = callParts(OPERATIONS.reportSignal, given)
  assert.deepEqual(Object.keys(params), [])
  assert.deepEqual(Object.keys((await readBody(1000, null)) as object), ['__proto__', 'constructor'])
})

test('a key that is no text is none, and never the text of something', () => {
  for (const idempotency_key of [5, {}, [], ['k'], true])
    assert.equal(callParts(OPERATIONS.claimTask, { idempotency_key }).idempotencyKey, ' ')
  for (const given of [{}, { idempotency_key: null }])
    assert.equal(callParts(OPERATIONS.claimTask, given).idempotencyKey, null)
})

test('a body is held to the limit of its own operation', async () => {
  const { readBody } = callParts(OPERATIONS.createReview, { summary: 'ä'.repeat(500) })
  await assert.rejects(async () => readBody(1000, null), { code: 'payload_too_large' })
  assert.ok(await readBody(1100, null))
})

test('nothing has the name of a tool that is not there, and no first name is listed', () => {
  for (const name of ['', 'Search', 'toString', '__proto__', 'issueToken']) {
    assert.equal(findTool(name), null)
    assert.equal(findToolAlias(name), null)
  }
  for (const { name } of TOOL_ALIASES) assert.equal(findTool(name), null)
})
