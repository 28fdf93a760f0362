const LINE_FEED = 10

/** What is shown of a long text, in whole lines; the rest is counted, and not read. */
export function beginningLines(
  text: string,
  most: { readonly lines: number; readonly characters: number },
): { text: string; more: number } {
  let end = -1
  for (let lines = 0; lines < most.lines; lines += 1) {
    const next = text.indexOf('\n', end + 1)
    if (next < 0 && text.length <= most.characters) return { text, more: 0 }
    if (next < 0 || next > most.characters) break
    end = next
  }
  let more = 1
  // A million lines: to look for the next one costs as much as to look at thirty characters.
  for (let at = end + 1; at < text.length; at += 1) if (text.charCodeAt(at) === LINE_FEED) more += 1
  return { text: text.slice(0, Math.max(end, 0)), more }
}
