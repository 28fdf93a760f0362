import { type Find, type Finding, NOTHING } from './finding.ts'

/** Whatever is looked at: format characters, tags, variation selectors, fillers, private use. */
const SUSPECT =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Co}\u180e\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{13430}-\u{1343f}]/v
const SUSPECTS = new RegExp(SUSPECT, 'gv')
const ONLY_ASCII = /^[\0-\x7f]*$/
const PRIVATE = /\p{Co}/v
const TAG = /[\u{e0000}-\u{e007f}]/v
const SELECTOR = /[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/v
const BIDI = /\p{Bidi_Control}/v
const MARK_OF_DIRECTION = /[\u061c\u200e\u200f]/v
/** The Arabic mark itself is of the script: it is no letter that it could be for. */
const ARABIC_MARK = /\u061c/g
const ZERO_WIDTH_SPACE = '\u200b'
const SOFT_HYPHEN = '\u00ad'
const JOINER = /[\u200c\u200d]/v
const GRAPHEME_JOINER = '\u034f'
const HANGUL_FILLER = /[\u115f\u1160]/v

/**
 * Scripts that have joined and unjoined forms of a letter, which the joiners choose between; without the accents that
 * they share with Latin, which say nothing of the letter below.
 */
const JOINING =
  /[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Mong}\p{scx=Phag}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Sund}\p{scx=Newa}\p{scx=Tirh}\p{scx=Limb}\p{scx=Cakm}]--\p{scx=Latn}]/v
/** Written without spaces: a space without width says where a line may break. */
const UNSPACED =
  /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Lana}\p{scx=Talu}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]/v
const RIGHT_TO_LEFT =
  /[[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]--\p{scx=Latn}]/v
/** Units of text on each side in which a mark of direction finds letters that it is for. */
const NEAR = 16
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/v
/** What has variants. A letter of an alphabet has none, so that a selector behind one shows nothing. */
const HAS_VARIANTS =
  /[\p{Emoji}\p{S}\p{P}\p{N}\p{Ideographic}\p{scx=Hani}\p{scx=Mong}\p{scx=Mymr}\p{scx=Phag}]/v
const HANGUL = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/v
/** A flag of a part of a country: the black flag, its name in tags, the tag that ends it. */
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/vy
const BLACK_FLAG = '\u{1f3f4}'
const BYTE_ORDER_MARK = '\ufeff'

const WORDS = {
  unseen: 'has invisible characters.',
  turning: 'has controls that change the order in which text is shown.',
  tags: 'has tag characters, which are invisible and which programs may read as letters.',
  selectors: 'has variation selectors after characters without variants, which are invisible.',
  private: 'has characters for private use, which programs show and read differently.',
} as const

/** Characters that nobody sees or that turn others around, but where a language or an emoji needs them. */
export const hiddenUnicode: Find = ({ text }) =>
  ONLY_ASCII.test(text) || !SUSPECT.test(text) ? NOTHING : hiddenIn(text)

function* hiddenIn(text: string): Generator<Finding> {
  let flagUntil = 0
  for (const { 0: character, index } of text.matchAll(SUSPECTS)) {
    if (index < flagUntil) continue
    const around = aroundOf(text, index, index + character.length)
    if (TAG.test(character)) flagUntil = endOfFlag(text, index, around.before)
    const says = index < flagUntil ? null : saysOf(character, around, index)
    if (says !== null)
      yield { at: index, level: says === 'private' ? 'notice' : 'warning', says: WORDS[says] }
  }
}

/** The characters on both sides, and some more of the text. */
interface Around {
  readonly before: string
  readonly after: string
  readonly near: string
}

function aroundOf(text: string, from: number, to: number): Around {
  const near = text.slice(Math.max(0, from - NEAR), to + NEAR)
  return { before: before(text, from), after: after(text, to), near }
}

function saysOf(character: string, around: Around, index: number): keyof typeof WORDS | null {
  if (PRIVATE.test(character)) return 'private'
  if (TAG.test(character)) return 'tags'
  if (SELECTOR.test(character)) return HAS_VARIANTS.test(around.before) ? null : 'selectors'
  if (BIDI.test(character)) return isNeededMark(character, around) ? null : 'turning'
  return isNeeded(character, around) || (character === BYTE_ORDER_MARK && index === 0) ? null : 'unseen'
}

/** Such a mark stands between letters of one direction and numbers, names or punctuation of the other. */
function isNeededMark(character: string, { before, after, near }: Around): boolean {
  const isAlone = !SUSPECT.test(before) && !SUSPECT.test(after)
  return MARK_OF_DIRECTION.test(character) && isAlone && RIGHT_TO_LEFT.test(near.replace(ARABIC_MARK, ''))
}

/** One of its kind at a place where its language has it: several in a row carry something else. */
function isNeeded(character: string, { before, after }: Around): boolean {
  if (JOINER.test(character))
    return (JOINING.test(before) && !SUSPECT.test(after)) || (EMOJI.test(before) && EMOJI.test(after))
  if (character === ZERO_WIDTH_SPACE) return UNSPACED.test(before) && UNSPACED.test(after)
  if (character === SOFT_HYPHEN) return !SUSPECT.test(before) && !SUSPECT.test(after)
  if (character === GRAPHEME_JOINER) return /\p{M}/v.test(before)
  return HANGUL_FILLER.test(character) && (HANGUL.test(before) || HANGUL.test(after))
}

/** Where the tags of a flag end; at the tag itself where they are none of a flag's. */
function endOfFlag(text: string, at: number, before: string): number {
  if (before !== BLACK_FLAG) return at
  FLAG.lastIndex = at - BLACK_FLAG.length
  return FLAG.test(text) ? FLAG.lastIndex : at
}

function before(text: string, at: number): string {
  const low = text.charAt(at - 1)
  return /[\udc00-\udfff]/.test(low) ? text.slice(at - 2, at) : low
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}
