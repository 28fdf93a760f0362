import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'
import { ADDRESSING, MENTIONING } from './phrases.ts'

/** The same to be asked once: going through a text with a pattern begins with a copy of it. */
const ADDRESSES_ANYWHERE = new RegExp(ADDRESSING, '')
const MENTIONS_ANYWHERE = new RegExp(MENTIONING, '')
const ADDRESSES = 'has words or marks that address an assistant.'
const MAY_ADDRESS = 'has words that may address an assistant.'

/** What addresses an assistant. In code it is shown as it stands, as an example would be, and is worth a notice. */
export const addressed: Find = (checked) =>
  ADDRESSES_ANYWHERE.test(checked.folded.text) ? addressesOf(checked) : NOTHING

function* addressesOf(checked: CheckedText): Generator<Finding> {
  const { folded } = checked
  for (const { index } of folded.text.matchAll(ADDRESSING)) {
    const at = folded.sourceOf(index)
    yield { at, level: isCode(checked, at) ? 'notice' : 'warning', says: ADDRESSES }
  }
}

/** What may as well be about one. */
export const mentioned: Find = (checked) =>
  MENTIONS_ANYWHERE.test(checked.folded.text) ? mentionsOf(checked) : NOTHING

function* mentionsOf({ folded }: CheckedText): Generator<Finding> {
  for (const { index } of folded.text.matchAll(MENTIONING))
    yield { at: folded.sourceOf(index), level: 'notice', says: MAY_ADDRESS }
}

function isCode({ text, prose }: CheckedText, at: number): boolean {
  return prose.charAt(at) !== text.charAt(at)
}
