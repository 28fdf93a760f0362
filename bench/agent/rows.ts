import type { Figure } from '../figures.ts'
import { BUDGET, MATCHES, type Match } from './ask.ts'
import { ndcg, percentile, type Worth, worthOf } from './measures.ts'
import type { Measured, Ranked } from './run-set.ts'

type Tokens = number | null | undefined

const NOT_OFFERED = 'not offered'

/** A way from a question to the text that answers it. */
interface Way {
  name: string
  tokens(measured: Measured): Tokens
  target: string
}

/** The figures of one set of questions. */
export function rowsOf(title: string, measured: readonly Measured[]): Figure[] {
  const fts: Way = { name: 'FTS5, any word, its texts', tokens: ({ fts }) => fts.whole, target: '' }
  const whole = MATCHES.map(wholeBy)
  const best = whole.findLast((way) => isOffered(measured, way)) ?? fts
  return [
    ...MATCHES.map((match) => rankingRow(title, measured, match)),
    suggestionsRow(title, measured),
    passagesRow(title, measured),
    ...whole.map((way) => tokensRow(title, measured, way, fts)),
    ...[...MATCHES.map(sectionsBy), PASSAGES].map((way) => tokensRow(title, measured, way, best)),
  ]
}

function wholeBy(match: Match): Way {
  return {
    name: `search \`${match}\`, read whole`,
    tokens: ({ ranked }) => ranked[match]?.whole,
    target: 'reported',
  }
}

function sectionsBy(match: Match): Way {
  return {
    name: `search \`${match}\`, sections`,
    tokens: ({ ranked }) => ranked[match]?.sections,
    target: match === 'most' ? LEAN : 'reported',
  }
}

const LEAN = '<= 0.40, p90 <= 3,000'
const PASSAGES: Way = { name: 'passages', tokens: ({ passages }) => passages?.tokens, target: LEAN }

function isOffered(measured: readonly Measured[], way: Way): boolean {
  return measured.some((one) => way.tokens(one) !== undefined)
}

function rankingRow(title: string, measured: readonly Measured[], match: Match): Figure {
  const ours = measured.flatMap(({ ranked, question }) => judgedOf(ranked[match], question.answers.size))
  const theirs = worthOf(measured.flatMap(({ fts, question }) => judgedOf(fts, question.answers.size)))
  const worth = worthOf(ours)
  return {
    what: `${title}: \`match=${match}\`, ${measured.length} questions`,
    measured: ours.length > 0 ? worthText(worth) : NOT_OFFERED,
    beside: `FTS5, any word: ${worthText(theirs)}`,
    ratio: ours.length > 0 ? (worth.ndcg10 / theirs.ndcg10).toFixed(2) : '',
    target: match === 'most' ? 'nDCG@10 >= 1.05' : 'reported',
  }
}

function judgedOf(ranked: Ranked | undefined, relevant: number) {
  return ranked === undefined ? [] : [{ judged: ranked.judged, relevant }]
}

function worthText({ empty, success1, success5, ndcg10 }: Worth): string {
  const of = [
    `success@1 ${success1.toFixed(3)}`,
    `success@5 ${success5.toFixed(3)}`,
    `nDCG@10 ${ndcg10.toFixed(3)}`,
  ]
  return `empty ${percent(empty)}, ${of.join(', ')}`
}

function suggestionsRow(title: string, measured: readonly Measured[]): Figure {
  const empty = measured.filter(({ suggestions }) => suggestions !== null)
  const count = (worth: Measured['suggestions']) =>
    empty.filter(({ suggestions }) => suggestions === worth).length
  const share = empty.length === 0 ? '' : ` (${percent(count('relevant') / empty.length)})`
  return {
    what: `${title}: empty answers whose suggestions lead to a relevant document`,
    measured: `${count('relevant')} of ${empty.length}${share}; ${count('none')} without any`,
    beside: '',
    ratio: '',
    target: '>= 75 %',
  }
}

function passagesRow(title: string, measured: readonly Measured[]): Figure {
  const offered = measured.flatMap(({ passages }) => (passages === null ? [] : [passages]))
  const found = offered.filter(({ isOnFirstPage }) => isOnFirstPage).length / offered.length
  const theirs = worthOf(measured.flatMap(({ fts, question }) => judgedOf(fts, question.answers.size)))
  return {
    what: `${title}: a relevant passage within ${BUDGET.toLocaleString('en')} tokens`,
    measured: offered.length === 0 ? NOT_OFFERED : found.toFixed(3),
    beside: `FTS5, any word: success@5 ${theirs.success5.toFixed(3)}`,
    ratio: offered.length === 0 ? '' : (found / theirs.success5).toFixed(2),
    target: '>= 1.00',
  }
}

/** The ratio is of the medians over the questions that both ways answer. */
function tokensRow(title: string, measured: readonly Measured[], way: Way, other: Way): Figure {
  const ours = measured.map(way.tokens)
  const theirs = measured.map(other.tokens)
  const isInBoth = (place: number) => typeof ours[place] === 'number' && typeof theirs[place] === 'number'
  const middle = (all: readonly Tokens[]) => percentile(numbersOf(all.filter((_, i) => isInBoth(i))), 0.5)
  const ratio = middle(ours) / middle(theirs)
  return {
    what: `${title}: tokens to the relevant text, ${way.name}`,
    measured: isOffered(measured, way) ? tokensText(ours) : NOT_OFFERED,
    beside: `${other.name}: ${tokensText(theirs)}`,
    ratio: Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    target: way.target,
  }
}

function tokensText(tokens: readonly Tokens[]): string {
  const found = numbersOf(tokens)
  const at = (share: number) => percentile(found, share).toLocaleString('en')
  const spread = found.length === 0 ? '' : `: p50 ${at(0.5)}, p90 ${at(0.9)}`
  return `${found.length} of ${tokens.length} found${spread}`
}

function numbersOf(tokens: readonly Tokens[]): number[] {
  return tokens.filter((value) => typeof value === 'number')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** A line a question, the worst beside FTS5 first: what one would look at to see why. */
export function linesOf(measured: readonly Measured[]): string[] {
  const lines = measured.map(({ question, ranked, fts }) => {
    const of = (one: Ranked) => ndcg(one.judged, question.answers.size)
    const ours = MATCHES.map((match) => ranked[match]).flatMap((one) => (one === undefined ? [] : [of(one)]))
    const lead = (ours.at(-1) ?? 0) - of(fts)
    const shown = [...ours, of(fts)].map((value) => value.toFixed(2)).join(' ')
    return { lead, text: `${shown} ${question.text}` }
  })
  return lines.toSorted((a, b) => a.lead - b.lead).map(({ text }) => text)
}
