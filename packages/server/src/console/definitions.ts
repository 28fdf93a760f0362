import type { AnswerOf, OperationId, Operations } from '@colophon/contract'
import type { Problem } from '../core/problem.ts'
import type { Markup } from '../pages/html.ts'
import type { Visit } from '../pages/page.ts'
import type { Field } from './fields.ts'
import type { Notice } from './notices.ts'
import type { PostedForm } from './posted-form.ts'

export type MeAnswer = AnswerOf<Operations['getMe']>
type SessionAnswer = AnswerOf<Operations['getSession']>

/** Somebody signed in, who asks for a page or posts a form of it. */
export interface ConsoleVisit extends Visit {
  readonly session: SessionAnswer
  /** null while a recovery holds the lock: it is not known then what the visitor may do. */
  readonly me: MeAnswer | null
  /** The form that is shown again; null for a page that is only read. */
  readonly attempt: Attempt | null
}

export interface PageContent {
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
  show(visit: ConsoleVisit): Promise<PageContent> | PageContent
}

/** The page to which an act leads, and what is said there of it. */
export interface Redirect {
  readonly to: string
  readonly notice: Notice
}

interface FormParts<Id extends OperationId> {
  readonly operation: Id
  /** With `:name` for each parameter of the operation, and for others that its page needs. */
  readonly path: string
  readonly fields: readonly Field[]
  /** As large as whatever its operation takes: more than is read before it is known who sent it. */
  readonly isLarge?: true
  /** What its other buttons do, by the first word of their value: the page is shown again with what they answer. */
  readonly again?: Readonly<Record<string, Again>>
}

/** A form that is posted to `path` and becomes one call of an operation. */
export interface ConsoleForm<Id extends OperationId> extends FormParts<Id> {
  /** Page content is shown at once and never again: for what a page shows only once. `typed` may ask for a second act. */
  done(
    answer: AnswerOf<Operations[Id]>,
    visit: ConsoleVisit,
    typed: PostedForm,
  ): Redirect | PageContent | Promise<Redirect | PageContent>
}

/** A form that becomes a call for each of the things that are chosen in it, each with a key of its own. */
export interface SeveralForm extends FormParts<OperationId> {
  /** The parameter of the operation that names one of them. */
  readonly param: string
  /** What became of each, in the order of the form. */
  doneEach(outcomes: readonly OutcomeForOne[], visit: ConsoleVisit, typed: PostedForm): Promise<PageContent>
}

/** Of one call among several: what the operation answered, or why it was refused. */
export type OutcomeForOne =
  | { readonly id: string; readonly refused: null; readonly answer: unknown }
  | { readonly id: string; readonly refused: Problem }

/** Changes what is typed before it is shown again; the act itself is not done. */
export type Again = (
  typed: PostedForm,
  pressed: { visit: ConsoleVisit; value: string },
) => PostedForm | Promise<PostedForm>

/** Any form, as the machinery has it. */
export type AnyForm = SeveralForm | AnyConsoleForm

type AnyConsoleForm = FormParts<OperationId> & {
  done(
    answer: never,
    visit: ConsoleVisit,
    typed: PostedForm,
  ): Redirect | PageContent | Promise<Redirect | PageContent>
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

/** Curating is offered where /me says that the credential covers it; the server decides when it is asked. */
export function isCuratorOf(me: MeAnswer | null, topic: string): boolean {
  if (me === null || !me.access.can_curate) return false
  return me.topic_grants === null || me.topic_grants.includes(topic)
}
