import assert from 'node:assert/strict'
import {
  type AnswerOf,
  type OperationId,
  type Operations,
  PROBLEMS,
  type Problem,
  type ProblemCode,
} from '@colophon/contract'
import type { DocumentCheck } from './document-check.ts'
import type { Received, Sent } from './exchange.ts'

/** An answer that has been held to the site's own document. */
export interface Answer {
  readonly status: number
  /** As sent: still encoded where that was asked for. */
  readonly bytes: Buffer
  readonly text: string
  /** The JSON of the body; {} where there is none, or a part of one. */
  readonly json: Readonly<Record<string, unknown>>
  header(name: string): string | null
  /** Every header as `name: value`, in the order of the wire. */
  headerLines(): string[]
  /** The success of an operation, with the type of its answer; fails for everything else. */
  as<Id extends OperationId>(operation: Id): AnswerOf<Operations[Id]>
  /** The problem with this code, with the status of that code; fails for everything else. */
  refused(code: ProblemCode): Problem
}

/** Holds what came back to the document. `check` is null for what is read before there is one. */
export function answerOf(sent: Sent, received: Received, check: DocumentCheck | null): Answer {
  const header = (name: string) => textOf(received.headers[name.toLowerCase()])
  const text = header('content-encoding') === null ? received.bytes.toString('utf8') : ''
  const { status, bytes } = received
  const path = sent.path.split('?')[0] ?? ''
  const isChecked = check !== null && (header('content-encoding') === null || status >= 400)
  const operationId = isChecked ? check.check({ method: sent.method, path, status, header, text }) : null
  const seen = `${sent.method} ${sent.path} ${status} ${text.slice(0, 1000)}`
  return {
    status,
    bytes,
    text,
    json: text !== '' && status !== 206 && /json/.test(header('content-type') ?? '') ? JSON.parse(text) : {},
    header,
    headerLines: () => Object.entries(received.headers).map(([name, value]) => `${name}: ${textOf(value)}`),
    as(operation) {
      assert.ok(status === 200 || status === 201, seen)
      assert.equal(operationId, operation, seen)
      return JSON.parse(text)
    },
    refused(code) {
      assert.equal(status, PROBLEMS[code].status, seen)
      const document: Problem = JSON.parse(text)
      assert.equal(document.code, code, seen)
      assert.equal(document.request_id, header('x-request-id'), seen)
      return document
    },
  }
}

function textOf(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}
