import type { AnswerOf, Operations } from '@colophon/contract'

type Tombstone = NonNullable<AnswerOf<Operations['getEntry']>['retirement']>

/** What is said of a retired skill: when, why, and what to use in its place. */
export function retiredWords(path: string, { retired_at, reason, replacements }: Tombstone): string {
  const others = replacements.map(({ path: place, content_hash }) => `${place} (${content_hash})`)
  const instead = others.length === 0 ? 'Nothing takes its place.' : `Use instead: ${others.join(', ')}.`
  return `The skill ${path} was retired on ${retired_at.slice(0, 10)}: ${reason} ${instead}`
}
