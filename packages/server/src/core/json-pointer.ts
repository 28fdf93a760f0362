/** Of a member's name that is told back, however long it is. */
const LONGEST_NAME = 200

/** A member's name as a part of a JSON Pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.slice(0, LONGEST_NAME).replaceAll('~', '~0').replaceAll('/', '~1')
}
