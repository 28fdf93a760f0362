import type { App } from '../app.ts'
import type { Api } from './api.ts'
import type { Markup } from './html.ts'

/** One request for a page: what its address says, and the API client for everything else. */
export interface Visit {
  readonly app: App
  readonly api: Api
  /** Named in the route. */
  readonly params: Readonly<Record<string, string>>
  /** One value of each name as text, a repeated one as a list: not checked yet. */
  readonly query: Readonly<Record<string, unknown>>
}

interface Alternate {
  readonly type: 'application/atom+xml' | 'text/markdown'
  readonly href: string
  readonly title: string
}

/** A page before its frame is put around it. */
export interface Page {
  readonly title: string
  /** One sentence for whoever links to it; null where there is none. */
  readonly description: string | null
  /** The path of its own address, under which search engines know it; null for what they should not keep. */
  readonly canonical: string | null
  readonly main: Markup
  /** Between the head of the frame and the page: where else the visitor may go. */
  readonly bar?: Markup
  /** `article` for what an author wrote. */
  readonly kind?: 'article'
  /** When it was published, of what an author wrote. */
  readonly published?: string
  /** The revision that it shows: whoever cites the page means these bytes. */
  readonly cites?: string
  /** The same for programs that read what search engines read: JSON-LD. */
  readonly data?: Readonly<Record<string, unknown>>
  /** The same for other programs, and feeds of what it shows. */
  readonly alternates?: readonly Alternate[]
  /** What is typed in the search field of the frame. */
  readonly searched?: string
  /** Its text could not be set in time: the next visit may find it set, so nobody keeps the page. */
  readonly isUnfinished?: boolean
  /** Stylesheets and scripts by the names of their files, beside those that every page has. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
}

export type MakePage = (visit: Visit) => Promise<Page> | Page
