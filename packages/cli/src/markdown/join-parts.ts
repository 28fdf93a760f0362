/**
 * Makes one piece of a text that was put together, or replaced, part by part: V8 keeps each part, with 64 bytes beside it, until a
 * character of the whole is read. Half a million parts take 32 MB.
 */
export function joinParts(text: string): string {
  text.charCodeAt(0)
  return text
}
