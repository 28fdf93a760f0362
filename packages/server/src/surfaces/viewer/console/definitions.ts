import type { AnswerOf, OperationId, Operations } from '@colophon/contract'
import type { Problem } from '../../../core/problem.ts'
import type { Markup } from '../html.ts'
import type { Visit } from '../page.ts'
import type { Field } from './fields.ts'
import type { Notice } from './notices.ts'
import type { PostedForm } from './posted-form.ts'

export type Me = AnswerOf<Operations['getMe']>
export type Session = AnswerOf<Operations['getSession']>

/** Somebody signed in, who asks for a page or posts a form of it. */
export interface SignedIn extends Visit {
  readonly session: Session
  /** null while a recovery holds the lock: it is not known then what the visitor may do. */
  readonly me: Me | null
  /** The form that is shown again; null for a page that is only read. */
  readonly attempt: Attempt | null
}

export interface Sheet {
  readonly title: string
  readonly main: Markup
}

/** A page below `/console`, with the forms that it holds. */
export interface ConsolePage {
  /** With `:name` for each parameter. */
  readonly path: string
  readonly forms?: readonly AnyForm[]
  /** Scripts that add comfort to it, by the names of their files. */
  readonly islands?: readonly string[]
  readonly duringMaintenance?: true
  show(visit: SignedIn): Promise<Sheet> | Sheet
}

/** The page to which an act leads, and what is said there of it. */
export interface Led {
  readonly to: string
  readonly notice: Notice
}

/** A form that is posted to `path` and becomes one call of an operation. */
export interface ConsoleForm<Id extends OperationId> {
  readonly operation: Id
  /** With `:name` for each parameter of the operation, and for others that its page needs. */
  readonly path: string
  readonly fields: readonly Field[]
  /** As large as whatever its operation takes: more than is read before it is known who sent it. */
  readonly isLarge?: true
  /** A sheet is shown at once, and never again: for what is told once only. */
  done(answer: AnswerOf<Operations[Id]>, visit: SignedIn): Led | Sheet
  /** What its other buttons do, by the first word of their value: the page is shown again with what they answer. */
  readonly again?: Readonly<Record<string, Again>>
}

/** Changes what is typed before it is shown again; the act itself is not done. */
export type Again = (
  typed: PostedForm,
  pressed: { visit: SignedIn; value: string },
) => PostedForm | Promise<PostedForm>

/** Any form, as the machinery has it. */
export type AnyForm = Omit<ConsoleForm<OperationId>, 'done'> & {
  done(answer: never, visit: SignedIn): Led | Sheet
}

/** What came with a form that is shown again. */
export interface Attempt {
  /** Where it was posted: one page may hold the same form for several things. */
  readonly action: string
  readonly form: AnyForm
  readonly typed: PostedForm
  /** The names of fields that were too long to come back in `typed`. */
  readonly leftOut: readonly string[]
  readonly problem: Problem | null
}

/** Keeps the type of the operation's answer. */
export function consoleForm<Id extends OperationId>(form: ConsoleForm<Id>): ConsoleForm<Id> {
  return form
}

/** A path with its parameters in it. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
