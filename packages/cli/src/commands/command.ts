import type { Client, ClientLease } from '@colophon/client'
import { printable } from '../terminal/progress.ts'

/** A command of `colophon` that does what it does over HTTP; whoever reads the command line runs it. */
export interface ClientCommand {
  readonly name: string
  readonly summary: string
  /** `<needed>`, `[optional]` or `<several...>`, each with its meaning. */
  readonly words: readonly (readonly [form: string, meaning: string])[]
  /** `--flag` or `--flag <value>`, each with its meaning. */
  readonly options: readonly (readonly [form: string, meaning: string])[]
  run(client: Client, given: CommandInput): Promise<CommandOutput>
}

/** What stood on the command line. */
export interface CommandInput {
  readonly words: readonly string[]
  /** By their flags, without the dashes. */
  readonly options: Readonly<Record<string, string | true | undefined>>
  /** Reads a file of whoever typed the command. */
  readFile(path: string): Promise<Uint8Array>
  /** The paths of all Markdown files below a folder, in the order of their bytes. */
  listMarkdown(folder: string): Promise<readonly string[]>
}

/** What a command found or did. */
export interface CommandOutput {
  /** With `--json`: one document. */
  readonly facts: unknown
  /** Without: lines for people, or bytes as they are. */
  readonly text: readonly string[] | Uint8Array
  /** It was done, and what it found is bad: exit code 1. */
  readonly isBad?: boolean
  /** Without, and beside it: lines that are no part of what was asked for. */
  readonly remarks?: readonly string[]
  /** Goes on after it was told, until it is lost or the process is told to stop. */
  readonly lasts?: Pick<ClientLease, 'lost' | 'stop'>
}

/** A command that was typed wrong, in one line. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** The value of an option; undefined where it was left out. */
export function optionOf({ options }: CommandInput, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function neededOption(given: CommandInput, name: string): string {
  const value = optionOf(given, name)
  if (value === undefined) throw new CommandRefused(`--${name} is needed`)
  return value
}

/** A whole number; what else may be wrong with it the service says. */
export function numberOption(given: CommandInput, name: string): number | undefined {
  const value = optionOf(given, name)
  if (value === undefined) return undefined
  if (!/^\d{1,15}$/.test(value)) throw new CommandRefused(`--${name} must be a whole number`)
  return Number(value)
}

/** How a revision was published. */
export const MODES = ['reviewed', 'direct', 'admin_override'] as const

/** One of the values that the contract knows. */
export function choiceOption<T extends string>(
  given: CommandInput,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = optionOf(given, name)
  return value === undefined ? undefined : choiceOf(value, choices, `--${name}`)
}

export function choiceOf<T extends string>(value: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new CommandRefused(`${name} must be one of ${choices.join(', ')}`)
  return found
}

/** Where a command takes one word; the command line has seen to it that it is there. */
export function firstWord({ words }: CommandInput): string {
  return words[0] ?? ''
}

/** All items of a list. */
export async function gather<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** One thing that a command did: for people its most useful facts, one in a line. */
export function factsOutput<T extends object>(
  facts: T,
  ...names: (keyof T & string)[]
): CommandOutput & { readonly text: readonly string[] } {
  return { facts, text: names.map((name) => printable(`${name} ${facts[name] ?? 'none'}`)) }
}

/** Writes what a command found or did, and sets the exit code of a finding. */
export function printOutput(output: CommandOutput, isJson: boolean): void {
  if (!isJson) process.stderr.write(linesOf(output.remarks ?? []))
  process.stdout.write(isJson ? `${JSON.stringify(output.facts)}\n` : textOf(output))
  if (output.isBad) process.exitCode = 1
}

function textOf({ text }: CommandOutput): string | Uint8Array {
  return text instanceof Uint8Array ? text : linesOf(text)
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
