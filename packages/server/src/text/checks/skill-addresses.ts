import type { CheckedText, Find, Finding } from './finding.ts'

/** Written in full, in prose or in code: bounded, so that no long line is read twice. */
const WRITTEN =
  /\b(?:https?|wss?|ftps?|sftp|ssh|git):\/\/[^\s<>"'`)\]]{1,2000}|\b[\w.-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}:[\w./-]{1,200}/gi
const BEFORE_ADDRESS = /^[a-z][a-z0-9+.-]*:/i
const NUMBERED = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[/

const REACHES = 'names an address of another site.'
const REACHES_CODE = 'has code that uses an address of another site.'
const REACHES_NUMBER = 'names a host by its number and not by a name.'

/** The addresses of a skill that lead to another site: links as its page has them, and whatever is written in full. */
export const skillAddresses: Find = function* (checked) {
  const found: Finding[] = []
  for (const { kind, at, info } of checked.pieces)
    if (kind === 'link' && isRemote(info, checked.origin)) found.push(finding(checked, at, info))
  for (const { index, 0: address } of checked.text.matchAll(WRITTEN))
    if (isRemote(address, checked.origin)) found.push(finding(checked, index, address))
  yield* found.sort((one, other) => one.at - other.at)
}

function isRemote(address: string, origin: string): boolean {
  if (!BEFORE_ADDRESS.test(address) && !address.startsWith('//')) return address.includes('@')
  const url = URL.parse(address, origin)
  return url !== null && url.host !== '' && url.origin !== origin
}

function finding({ text, prose }: CheckedText, at: number, address: string): Finding {
  const { hostname = '' } = URL.parse(address, 'https://press.invalid') ?? {}
  if (NUMBERED.test(hostname)) return { at, level: 'warning', says: REACHES_NUMBER }
  const isCode = prose.charAt(at) !== text.charAt(at)
  return isCode ? { at, level: 'warning', says: REACHES_CODE } : { at, level: 'notice', says: REACHES }
}
