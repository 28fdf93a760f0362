import { analyseQuery } from '../../packages/server/src/search/analyse/terms.ts'
import { corpusParagraphs, seededRandom } from '../corpus.ts'
import type { FilledText } from '../fill.ts'

const SAMPLED = 4000
const COMMON = { least: 0.02, most: 0.4 }

/** Articles of two to nine paragraphs of real documents. */
export function makeTexts(count: number): FilledText[] {
  const paragraphs = corpusParagraphs()
  const random = seededRandom(42)
  const pick = () => paragraphs[Math.floor(random() * paragraphs.length)] ?? ''
  return Array.from({ length: count }, () => {
    const body = Array.from({ length: 2 + Math.floor(random() * 8) }, pick).join('\n\n')
    const title = pick().split(' ').slice(0, 6).join(' ').slice(0, 200)
    return { title, summary: pick().slice(0, 100), body: `${body}\n` }
  })
}

/** Words that stand in 2 to 40 of a hundred documents, in random company. */
export function commonQueries(texts: readonly FilledText[], terms: number, count: number): string[] {
  const sample = texts.slice(0, SAMPLED)
  const counts = new Map<string, number>()
  for (const { body } of sample)
    for (const word of new Set(body.toLowerCase().match(/[a-z]{4,}/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const common = [...counts]
    .filter(([, found]) => found > sample.length * COMMON.least && found < sample.length * COMMON.most)
    .map(([word]) => word)
    .filter((word) => analyseQuery(`zz ${word}`).dropped.length === 0)
  const random = seededRandom(7 + terms)
  const pick = () => common[Math.floor(random() * common.length)] ?? ''
  return Array.from({ length: count }, () => Array.from({ length: terms }, pick).join(' '))
}
