import type { Told } from './command.ts'
import { printable } from './printable.ts'

/** One thing that a command did: for people its most useful facts, one in a line. */
export function toldFacts<T extends object>(facts: T, ...names: (keyof T & string)[]): Told {
  return { facts, text: names.map((name) => printable(`${name} ${facts[name] ?? 'none'}`)) }
}
