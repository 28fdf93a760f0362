import type { AnswerOf, OperationId, Operations } from '@colophon/contract'
import type { App } from '../app.ts'

/** The arguments of a tool's call, as they came. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** A JSON Schema of an argument: the pipeline checks it, this tells a model what to send. */
export type Form = Readonly<Record<string, unknown>>

/** A call of a tool that the caller may make, with arguments that it knows. */
export interface ToolCall {
  readonly app: App
  readonly given: ToolArguments
  /** Calls an operation in the caller's name: names go where the operation has them, absent ones are left out. */
  call<Id extends OperationId>(operation: Id, given?: ToolArguments): Promise<AnswerOf<Operations[Id]>>
  mayCall(operation: OperationId): boolean
}

/** What a tool is to a model, and the operations behind it. */
export interface Tool {
  readonly name: string
  /** The operation that decides who may call the tool, and how large its arguments may be. */
  readonly operation: OperationId
  /** Offered to everybody, since everybody may read and register; else to those who may call the operation. */
  readonly isOpen: boolean
  readonly description: string
  readonly properties: Readonly<Record<string, Form>>
  readonly required: readonly string[]
  /** Other names that an argument goes by; no list shows them. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** By the operation's name of a field, the tool's name of the argument: for problems. */
  readonly argumentOf?: Readonly<Record<string, string>>
  /** What to do when nothing has the name that was given. */
  readonly whenMissing?: string
  /** Answers texts: each is a block of its own, so that no text of the service is among an author's. */
  run(call: ToolCall): Promise<readonly string[]>
}
