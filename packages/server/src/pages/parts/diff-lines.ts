/** A line of a comparison; `changed` is what differs from the line that it stands for or instead of. */
export interface DiffLine {
  readonly kind: 'same' | 'ins' | 'del' | 'gap'
  readonly before: string
  readonly changed: string
  readonly after: string
}

/** A line of which less than this is the same is another line, and no changed one. */
const LEAST_SHARED = 0.3

/**
 * Reads a unified difference. Where as many lines were removed as were added in their place, each is compared with
 * its counterpart, so that a reader sees the word that changed and not only the line.
 */
export function readDiff(unified: string): DiffLine[] {
  const lines: DiffLine[] = []
  let removed: string[] = []
  let added: string[] = []
  const close = () => {
    lines.push(...compared(removed, added))
    removed = []
    added = []
  }
  for (const line of unified.split('\n').filter((line) => !/^(?:---|\+\+\+|===|Index:|\\) ?/.test(line))) {
    if (line.startsWith('+')) added.push(line.slice(1))
    else {
      if (added.length > 0 || !line.startsWith('-')) close()
      if (line.startsWith('-')) removed.push(line.slice(1))
      else lines.push(line.startsWith('@@') ? plain('gap', '…') : plain('same', line.slice(1)))
    }
  }
  close()
  return lines
}

/** What is shown of a long comparison; the rest is counted, and not read. */
export function firstLines(unified: string, most: number): { text: string; more: number } {
  let end = -1
  let lines = 0
  do {
    end = unified.indexOf('\n', end + 1)
    lines += 1
  } while (end >= 0 && lines < most)
  if (end < 0) return { text: unified, more: 0 }
  let more = 0
  for (let next = unified.indexOf('\n', end + 1); next >= 0; next = unified.indexOf('\n', next + 1)) more += 1
  return { text: unified.slice(0, end), more }
}

function plain(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, before: text, changed: '', after: '' }
}

function compared(removed: readonly string[], added: readonly string[]): DiffLine[] {
  if (removed.length !== added.length)
    return [...removed.map((line) => plain('del', line)), ...added.map((line) => plain('ins', line))]
  return [
    ...removed.map((line, place) => against('del', line, added[place] ?? '')),
    ...added.map((line, place) => against('ins', line, removed[place] ?? '')),
  ]
}

function against(kind: 'ins' | 'del', line: string, other: string): DiffLine {
  const start = sharedStart(line, other)
  const shortest = Math.min(line.length, other.length)
  const end = sharedEnd(line, other, shortest - start)
  if (start + end < shortest * LEAST_SHARED) return plain(kind, line)
  return {
    kind,
    before: line.slice(0, start),
    changed: line.slice(start, line.length - end),
    after: line.slice(line.length - end),
  }
}

/** Whole words only: a reader does not see half of one. */
function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  while (length > 0 && length < one.length && /\S/.test(one[length - 1] ?? '')) length -= 1
  return length
}

function sharedEnd(one: string, other: string, most: number): number {
  let length = 0
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1
  while (length > 0 && length < one.length && /\S/.test(one.at(-length) ?? '')) length -= 1
  return length
}
