import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIELD_LIMITS } from '../../packages/contract/src/limits.ts'
import { corpusArticles } from '../relevance/articles.ts'
import { labelledQueries } from '../relevance/measure.ts'

/** A document as it is published; `id` is how the judgements name it. */
export interface CollectionDocument {
  id: string
  path: string
  title: string
  summary: string
  body: string
}

/** A question and the documents that answer it, each with the headings of the sections that do; none: all of it. */
export interface JudgedQuestion {
  text: string
  answers: ReadonlyMap<string, readonly string[]>
}

export interface QuestionSet {
  name: string
  /** What the figures call it. */
  title: string
  questions: JudgedQuestion[]
}

/** Documents that fill a topic, and everything that is asked of it. */
export interface Collection {
  name: string
  documents: CollectionDocument[]
  sets: QuestionSet[]
}

export const SET_NAMES = ['cranfield', 'labelled', 'readers'] as const

type SetName = (typeof SET_NAMES)[number]

/** The collections that the wanted sets need, and what is missing for the others. */
export function openCollections(
  corpus: string,
  wanted: readonly string[],
): { collections: Collection[]; missing: string[] } {
  const collections: Collection[] = []
  const missing: string[] = []
  for (const { sets, folders, open } of SOURCES) {
    const names = sets.filter((name) => wanted.length === 0 || wanted.includes(name))
    if (names.length === 0) continue
    const absent = folders.filter((folder) => !existsSync(join(corpus, folder)))
    for (const folder of absent) missing.push(`no folder ${folder} in ${corpus}: set COLOPHON_CORPUS`)
    if (absent.length === 0) collections.push(open(corpus, names))
  }
  return { collections, missing }
}

interface Source {
  sets: readonly SetName[]
  folders: readonly string[]
  open(corpus: string, names: readonly SetName[]): Collection
}

const SOURCES: readonly Source[] = [
  { sets: ['cranfield'], folders: ['questions/cranfield'], open: openCranfield },
  { sets: ['labelled', 'readers'], folders: ['rust-rfcs', 'tldr'], open: openDocuments },
]

function openCranfield(corpus: string): Collection {
  const folder = join(corpus, 'questions/cranfield')
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  const records = (file: string) =>
    lines(file).map((line) => JSON.parse(line) as { id: string; title?: string; text: string })
  const judged = Map.groupBy(
    lines('judgements.tsv').map((line) => line.split('\t')),
    ([question]) => question ?? '',
  )
  const questions = records('queries.jsonl').map(({ id, text }) => ({
    text,
    answers: new Map((judged.get(id) ?? []).map(([, document]) => [document ?? '', []])),
  }))
  return {
    name: 'cranfield',
    documents: records('documents.jsonl').map(abstractAsDocument),
    sets: [{ name: 'cranfield', title: 'Cranfield', questions }],
  }
}

/** Two of the abstracts are empty, and some titles are longer than a title may be. */
function abstractAsDocument({ id, title = '', text }: { id: string; title?: string; text: string }) {
  const name = title.trim() || `Abstract ${id}`
  const short = [...name].slice(0, FIELD_LIMITS.titleCharacters).join('')
  return { id, path: `/bench/${id}`, title: short, summary: short, body: `${text.trim() || name}\n` }
}

function openDocuments(corpus: string, names: readonly SetName[]): Collection {
  const sets = [
    { name: 'labelled', title: 'Labelled queries', questions: labelledQuestions() },
    { name: 'readers', title: "Readers' questions", questions: readersQuestions() },
  ]
  const articles = corpusArticles(corpus, (file) => /^(rust-rfcs|tldr)\//.test(file))
  return {
    name: 'documents',
    documents: articles.map(({ file, ...text }) => ({ id: file, ...text })),
    sets: sets.filter(({ name }) => names.some((wanted) => wanted === name)),
  }
}

function labelledQuestions(): JudgedQuestion[] {
  return labelledQueries().map(({ query, answers }) => ({
    text: query,
    answers: new Map(answers.map((file) => [file, []])),
  }))
}

/** The questions in `questions.json`, and what answers them. */
export function readersQuestions(): JudgedQuestion[] {
  const text = readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')
  const { questions } = JSON.parse(text) as {
    questions: { question: string; answers: { file: string; headings?: string[] }[] }[]
  }
  return questions.map(({ question, answers }) => ({
    text: question,
    answers: new Map(answers.map(({ file, headings }) => [file, headings ?? []])),
  }))
}
