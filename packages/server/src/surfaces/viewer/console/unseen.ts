import { showUnseen } from '../markdown/visible.ts'

/** Whatever a form would send back, with its value as it was typed. */
const FIELDS = /(<textarea(?:[^>"]|"[^"]*")*>[^<]*<\/textarea>|<(?:input|button)(?:[^>"]|"[^"]*")*>)/g

/** Names characters that nobody sees, so that nobody decides on another text than the one that is there. */
export function showUnseenBesideFields(page: string): string {
  const parts = page.split(FIELDS)
  return parts.map((part, place) => (place % 2 === 0 ? showUnseen(part) : part)).join('')
}
