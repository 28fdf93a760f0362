import { diffArrays } from 'diff'

/** A piece of a line; `isChanged` where the other side does not have it. */
interface LinePart {
  readonly text: string
  readonly isChanged: boolean
}

/** A line of a comparison. A `gap` stands for lines that are the same and not shown. */
export interface DiffLine {
  readonly kind: 'same' | 'ins' | 'del' | 'gap'
  /** In their order; one that is not changed where the whole line is shown as it is. */
  readonly parts: readonly LinePart[]
  /** Of a gap: the lines of both bodies that follow it, from 1. */
  readonly next?: LinePair
}

interface LinePair {
  readonly old: number
  readonly young: number
}

/** A line of which less than this is the same is another line, and no changed one. */
const LEAST_SHARED = 0.3
/** Words of one comparison that are held against each other: the work grows with their number times the edits. */
const MOST_WORDS = 20_000
/** Words that differ between two blocks of lines; beyond, the blocks are shown as they are. */
const MOST_EDITS = 100

/**
 * Reads a unified difference. The lines that were removed in one place are compared word by word with those that came
 * instead, so that a reader sees the words that changed, also where a paragraph was wrapped anew.
 */
export function readDiff(unified: string): DiffLine[] {
  const lines: DiffLine[] = []
  const budget = { words: MOST_WORDS }
  let removed: string[] = []
  let added: string[] = []
  const close = () => {
    lines.push(...compared(removed, added, budget))
    removed = []
    added = []
  }
  for (const line of unified.split('\n').filter((line) => !/^(?:---|\+\+\+|===|Index:|\\) ?/.test(line))) {
    if (line.startsWith('+')) added.push(line.slice(1))
    else {
      if (added.length > 0 || !line.startsWith('-')) close()
      if (line.startsWith('-')) removed.push(line.slice(1))
      else lines.push(line.startsWith('@@') ? gapOf(line) : plain('same', line.slice(1)))
    }
  }
  close()
  return lines
}

/** `@@ -1,2 +3,4 @@`: where there is no number it is the beginning. */
function gapOf(header: string): DiffLine {
  const [, old = '1', young = '1'] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? []
  return { ...plain('gap', '…'), next: { old: Number(old), young: Number(young) } }
}

function plain(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, parts: [{ text, isChanged: false }] }
}

function compared(
  removed: readonly string[],
  added: readonly string[],
  budget: { words: number },
): DiffLine[] {
  const asTheyAre = () => [
    ...removed.map((line) => plain('del', line)),
    ...added.map((line) => plain('ins', line)),
  ]
  if (removed.length === 0 || added.length === 0) return asTheyAre()
  const [old, young] = [wordsOf(removed), wordsOf(added)]
  budget.words -= old.length + young.length
  if (budget.words < 0) return asTheyAre()
  const changes = diffArrays(old, young, { comparator: isSameWord, maxEditLength: MOST_EDITS })
  if (changes === undefined) return asTheyAre()
  const marks = { old: new Set<number>(), young: new Set<number>() }
  let [at, now] = [0, 0]
  for (const { added: isNew, removed: isOld, count } of changes) {
    for (let word = 0; word < count; word += 1) {
      if (isOld) marks.old.add(at + word)
      if (isNew) marks.young.add(now + word)
    }
    if (!isNew) at += count
    if (!isOld) now += count
  }
  return [...linesOf('del', old, marks.old), ...linesOf('ins', young, marks.young)]
}

/** Words, and what is between them; the end of a line is a piece of its own. */
function wordsOf(lines: readonly string[]): string[] {
  return lines.join('\n').match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]+/gu) ?? []
}

/** White space is the same, however lines are wrapped. */
function isSameWord(one: string, other: string): boolean {
  return one === other || (one.trim() === '' && other.trim() === '')
}

function linesOf(kind: 'ins' | 'del', words: readonly string[], marked: ReadonlySet<number>): DiffLine[] {
  const lines: LinePart[][] = [[]]
  for (const [place, text] of words.entries()) {
    if (text === '\n') lines.push([])
    else append(lines.at(-1) ?? [], { text, isChanged: marked.has(place) })
  }
  return lines.map((parts) => ({
    kind,
    parts: sharesEnough(parts) ? parts : [{ text: textOf(parts), isChanged: false }],
  }))
}

function append(parts: LinePart[], { text, isChanged }: LinePart): void {
  const last = parts.at(-1)
  if (last?.isChanged === isChanged) parts[parts.length - 1] = { text: last.text + text, isChanged }
  else parts.push({ text, isChanged })
}

function sharesEnough(parts: readonly LinePart[]): boolean {
  const same = textOf(parts.filter(({ isChanged }) => !isChanged)).trim()
  return same.length >= textOf(parts).trim().length * LEAST_SHARED
}

function textOf(parts: readonly LinePart[]): string {
  return parts.map(({ text }) => text).join('')
}
