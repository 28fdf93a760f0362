import { type Check, type CheckLevel, type CheckRule, type ClosedLists, isExternal } from '@colophon/contract'
import { checkBody } from './check-body.ts'
import { checkedText } from './finding.ts'
import { type CheckRules, findIn, rulesFor } from './rules.ts'

/** What an author writes. */
export interface AuthoredTexts {
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly applicability?: string | null | undefined
  readonly references?: readonly AuthoredReference[] | null | undefined
  /** Of the topic: skills are looked at for more. */
  readonly profile?: ClosedLists['topicProfile'] | null | undefined
}

interface AuthoredReference {
  readonly kind: ClosedLists['referenceKind']
  readonly title?: string | null | undefined
  readonly note?: string | null | undefined
  readonly relation?: string | null | undefined
  readonly selection?: string | null | undefined
}

/**
 * What a reviewer should look at: first beside the body, then by line. It only advises. The same texts have the same
 * checks, at most `CHECK_LIMITS.rows` of each rule and level in the body, in time that grows with the texts alone.
 */
export function checksOf(texts: AuthoredTexts, baseUrl: string): Check[] {
  const { origin } = new URL(baseUrl)
  const asked = { origin, rules: rulesFor(texts.profile) }
  // References lead elsewhere by their nature, whatever the topic.
  const plain = { origin, rules: rulesFor(null) }
  return [
    ...checkField('The title', [texts.title], asked),
    ...checkField('The summary', [texts.summary], asked),
    ...checkField('The applicability', [texts.applicability], asked),
    ...checkField('A reference', (texts.references ?? []).flatMap(wordsOf), plain),
    ...checkBody(checkedText(texts.body.replaceAll('\r\n', '\n'), origin), asked.rules),
  ]
}

/** The title of a reference of this site is not its author's: it is that of the revision. */
function wordsOf({ kind, title, note, relation, selection }: AuthoredReference) {
  return [isExternal(kind) ? title : null, note, relation, selection]
}

const WEIGHTS: Readonly<Record<CheckLevel, number>> = { notice: 0, warning: 1 }

type OptionalText = string | null | undefined

/** One row for each rule, however often it is found: such a text is short. A warning takes the place of a notice. */
function checkField(
  name: string,
  texts: readonly OptionalText[],
  { origin, rules }: { origin: string; rules: CheckRules },
): Check[] {
  const rows = new Map<CheckRule, Check>()
  for (const text of texts) {
    if (typeof text !== 'string') continue
    for (const { rule, level, says } of findIn(checkedText(text, origin), rules)) {
      const isStronger = WEIGHTS[level] > WEIGHTS[rows.get(rule)?.level ?? level]
      if (!rows.has(rule) || isStronger)
        rows.set(rule, { rule, level, message: `${name} ${says}`, line: null })
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
