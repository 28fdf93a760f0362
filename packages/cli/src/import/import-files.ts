import {
  type CallOperation,
  ColophonProblem,
  eachItem,
  type ItemOf,
  inFlight,
  openRoom,
  readStored,
} from '@colophon/client'
import { type ClosedLists, isBuried, isEntryPath } from '@colophon/contract'
import { type Article, articleOfFile, FileRefused } from './article-of-file.ts'
import { assignPaths } from './assign-paths.ts'
import { createLinkResolver, type DeadLink } from './folder-links.ts'
import { type ExpectedHead, publishArticle } from './publish-article.ts'
import { saysTheSame } from './stored-article.ts'
import { hasCode } from './topic.ts'

/** So many at once that a server can make them durable together, and others are answered beside them. */
const IN_FLIGHT = 32
/** Of files that are many at once: an article may have a mebibyte. */
const BYTES_AT_ONCE = 16 * 1024 * 1024
/** How often a file is looked at again because somebody published in between. */
const ATTEMPTS = 4

export interface SourceFile {
  /** Relative to the folder, with `/` between its parts. */
  readonly name: string
  read(): Promise<Uint8Array>
}

/** What became of a file; told once it is durable. */
export interface FileResult {
  readonly file: string
  readonly outcome: 'created' | 'revised' | 'unchanged' | 'failed'
  readonly path: string
  readonly entry_id: string | null
  readonly content_hash: string | null
  /** Of a failure. */
  readonly reason: string | null
}

export interface ImportJob {
  readonly topic: string
  readonly files: readonly SourceFile[]
  readonly call: CallOperation
  /** Other paths than those that follow from the names of the files. */
  readonly paths?: ReadonlyMap<string, string>
  /** Reads a file as an article; left out: as a document that somebody wrote. */
  readonly articleOf?: (name: string, bytes: Uint8Array) => Article
  /** Files that say no title: an entry that is there keeps its own. */
  readonly keepsTitles?: boolean
  /** Files that are worked on at once; left out: as many as a server takes from one of its clients. */
  readonly atOnce?: number
  onResult(result: FileResult): void
  /** Called for each link and image that leads to nothing, neither in the folder nor on the site. */
  onDeadLink?(link: DeadLink): void
}

type IndexByPath = ReadonlyMap<string, ItemOf<'listIndex'>>

/**
 * Publishes every file as a direct article of the topic: new entries, revisions of what changed, nothing for
 * the rest. What is wrong with one file is its result; what would be wrong with every file is thrown.
 */
export async function importFiles(job: ImportJob): Promise<void> {
  const names = job.files.map(({ name }) => name)
  const paths = job.paths ?? assignPaths(job.topic, names)
  const listed = await listTopic(job)
  const resolveLinks = createLinkResolver(paths)
  const room = openRoom(BYTES_AT_ONCE)
  await inFlight(job.files, job.atOnce ?? IN_FLIGHT, async (file) => {
    const path = paths.get(file.name) ?? ''
    const dead: DeadLink[] = []
    job.onResult(
      await importFile(job, {
        file,
        path,
        listed,
        room,
        resolveLinks(body, linesBefore) {
          const resolved = resolveLinks(file.name, body, path)
          dead.push(...resolved.dead.map((link) => ({ ...link, line: link.line + linesBefore })))
          return resolved.body
        },
      }),
    )
    for (const link of dead) if (!(await isOnSite(job.call, link))) job.onDeadLink?.(link)
  })
}

/** An address from the root may be the path of an entry that was there before. */
async function isOnSite(call: CallOperation, { target }: DeadLink): Promise<boolean> {
  const [path = ''] = target.split(/[?#]/, 1)
  return isEntryPath(path) && (await resolve(call, path)) !== null
}

/** The heads of the topic by path: read once, so that a second run asks little for each file. */
async function listTopic({ call, topic }: ImportJob): Promise<IndexByPath> {
  const listed = new Map<string, ItemOf<'listIndex'>>()
  for await (const item of eachItem(call, 'listIndex', { query: { topic, limit: 100 } }))
    listed.set(item.path, item)
  return listed
}

interface Importing {
  readonly file: SourceFile
  readonly path: string
  readonly listed: IndexByPath
  /** A body whose links lead to the files of the folder; `linesBefore` is how many the file has before it. */
  resolveLinks(body: string, linesBefore: number): string
  readonly room: ReturnType<typeof openRoom>
}

type FilePlacement = Pick<FileResult, 'outcome' | 'path' | 'entry_id' | 'content_hash'>

/** What somebody wrote has its links led to the paths of its folder; what is read in another way stays as it is. */
function articleIn(job: ImportJob, bytes: Uint8Array, { file, resolveLinks }: Importing): Article {
  if (job.articleOf !== undefined) return job.articleOf(file.name, bytes)
  const written = articleOfFile(file.name, bytes)
  const linesBefore = countLines(Buffer.from(bytes).toString()) - countLines(written.body)
  return { ...written, body: resolveLinks(written.body, linesBefore) }
}

async function importFile(job: ImportJob, importing: Importing): Promise<FileResult> {
  const { file, path, room } = importing
  try {
    const bytes = await file.read()
    await room.enter(bytes.length)
    try {
      const article = articleIn(job, bytes, importing)
      return { file: file.name, ...(await place(job, article, importing)), reason: null }
    } finally {
      room.leave(bytes.length)
    }
  } catch (error) {
    if (!isOfThisFile(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { file: file.name, outcome: 'failed', path, entry_id: null, content_hash: null, reason }
  }
}

function countLines(text: string): number {
  return text.split('\n').length
}

/** These would be the same for every file. */
const FATAL = new Set(['unauthenticated', 'invalid_token', 'forbidden', 'maintenance'])

function isOfThisFile(error: unknown): boolean {
  if (error instanceof ColophonProblem) return !FATAL.has(error.code)
  return error instanceof FileRefused || isUnreadable(error)
}

/** A file of the machine that vanished, or may not be read. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** Somebody published between the look and the act. */
const OVERTAKEN = ['path_taken', 'stale_parent', 'compare_and_set_mismatch', 'already_published']

async function place(job: ImportJob, article: Article, importing: Importing): Promise<FilePlacement> {
  const { call } = job
  for (let attempt = 1; ; attempt += 1) {
    const known = attempt === 1 ? importing.listed.get(importing.path) : undefined
    const head = known ?? (await resolve(call, importing.path))
    try {
      const titled = job.keepsTitles && head !== null ? { ...article, title: head.title } : article
      return await placeOn(call, { article: titled, path: importing.path, head })
    } catch (error) {
      if (attempt >= ATTEMPTS || !hasCode(error, ...OVERTAKEN)) throw error
    }
  }
}

interface ExistingEntry extends ExpectedHead {
  readonly title: string
  readonly summary: string
  readonly status?: ClosedLists['entryStatus']
}

/** The entry that has, or once had, the path: one that is not listed, or came after the list was read. */
async function resolve(call: CallOperation, path: string): Promise<ExistingEntry | null> {
  try {
    return await call('resolvePath', { query: { path } })
  } catch (error) {
    if (hasCode(error, 'not_found')) return null
    throw error
  }
}

async function placeOn(
  call: CallOperation,
  { article, path, head }: { article: Article; path: string; head: ExistingEntry | null },
): Promise<FilePlacement> {
  if (head !== null && (await isUnchanged(call, article, head))) return placed('unchanged', head)
  // Whoever retired it had a reason that an import does not know.
  if (head !== null && isBuried(head.status))
    throw new FileRefused(`differs from ${head.path}, which is retired`)
  const receipt = await publishArticle(call, { article, path, head })
  return placed(head === null ? 'created' : 'revised', receipt)
}

async function isUnchanged(call: CallOperation, article: Article, head: ExistingEntry): Promise<boolean> {
  if (head.title !== article.title || head.summary !== article.summary) return false
  const bytes = await call('readObject', { params: { sha256: head.content_hash } })
  return saysTheSame(article, readStored(bytes))
}

function placed(
  outcome: FilePlacement['outcome'],
  { path, entry_id, content_hash }: ExpectedHead,
): FilePlacement {
  return { outcome, path, entry_id, content_hash }
}
