/** The first line's worth of a text: long ones end in an ellipsis, and no line break goes on into the answer. */
export function oneLine(text: string, characters: number): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim()
  const points = [...flat]
  return points.length <= characters
    ? flat
    : `${points
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`
}

/** An author's words of several lines, marked as theirs in each line. */
export function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** A list that may be empty, and how to get its next page. */
export function listed(lines: readonly string[], { cursor, none }: { cursor: string | null; none: string }) {
  if (lines.length === 0) return none
  return [...lines, ...(cursor === null ? [] : [`More: call again with cursor=${cursor}`])].join('\n')
}

/** As in the sentence "3 entries". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** What follows a mode: whether the revision may still be relied on, where that is known. */
export function freshnessNote(freshness: string | null): string {
  return freshness === null ? '' : `, ${freshness}`
}
