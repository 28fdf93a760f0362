import { SEARCH_LIMITS } from '../../packages/contract/src/limits.ts'
import type { OutlineSection } from './reading.ts'

export const MATCHES = ['all', 'most'] as const

export type Match = (typeof MATCHES)[number]

/** What a server may not have yet. */
export interface Offers {
  most: boolean
  sections: boolean
  passages: boolean
}

export interface SearchAnswer {
  bytes: number
  items: { path: string; content_hash: string }[]
  suggestions: string[]
}

export interface PassagesAnswer {
  bytes: number
  items: { path: string; headings: string[]; approx_tokens: number }[]
  next_cursor: string | null
}

export interface OutlineAnswer {
  bytes: number
  items: OutlineSection[]
}

/** The requests of an agent without a credential, and how many bytes of answers they cost. */
export interface Agent {
  readonly offers: Offers
  search(question: string, match: Match): Promise<SearchAnswer>
  passages(question: string, asked: { budget: number; cursor: string | null }): Promise<PassagesAnswer>
  outline(hash: string): Promise<OutlineAnswer>
  object(hash: string): Promise<Buffer>
}

const LIMIT = 10
/** Tokens, as the contract has it when nobody asks for another. */
export const BUDGET = 2000
/** What an agent asks for at a time that stops where it has its answer. */
export const SIP = 500

export async function openAgent(port: number): Promise<Agent> {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const bytesOf = async (path: string) => {
    const response = await get(path)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${bytes}`)
    return bytes
  }
  const answerTo = async <Body>(path: string) => {
    const bytes = await bytesOf(path)
    return { ...(JSON.parse(bytes.toString()) as Body), bytes: bytes.length }
  }
  const objects = new Map<string, Promise<Buffer>>()
  return {
    offers: await offersOf(get),
    search: (question, match) => {
      const wanted = match === 'all' ? '' : `&match=${match}`
      return answerTo(`/api/v1/search?topic=bench&limit=${LIMIT}${wanted}&q=${queryOf(question)}`)
    },
    passages: (question, { budget, cursor }) => {
      const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const q = encodeURIComponent(question)
      return answerTo(`/api/v1/passages?topic=bench&budget=${budget}&q=${q}${after}`)
    },
    outline: (hash) => answerTo(`/api/v1/objects/${hash}/sections`),
    object: (hash) => {
      const path = `/api/v1/objects/${hash}`
      const bytes = objects.get(hash) ?? bytesOf(path)
      objects.set(hash, bytes)
      return bytes
    },
  }
}

/** As many whole words of a long question as a query may have. */
export function queryOf(question: string): string {
  const isTooLong = question.length > SEARCH_LIMITS.queryCharacters
  const cut = question.slice(0, SEARCH_LIMITS.queryCharacters + 1).replace(/\s+\S*$/, '')
  return encodeURIComponent(isTooLong ? cut : question)
}

async function offersOf(get: (path: string) => Promise<Response>): Promise<Offers> {
  const bodyOf = async (path: string) => {
    const response = await get(path)
    const body = (await response.json()) as { match?: string; items?: { content_hash: string }[] }
    return response.ok ? body : null
  }
  const index = await bodyOf('/api/v1/index?topic=bench&limit=1')
  const hash = index?.items?.[0]?.content_hash
  if (hash === undefined) throw new Error('the topic of the bench has no entries')
  return {
    most: (await bodyOf('/api/v1/search?q=a&match=most'))?.match === 'most',
    sections: (await bodyOf(`/api/v1/objects/${hash}/sections`)) !== null,
    passages: (await bodyOf('/api/v1/passages?q=a')) !== null,
  }
}
