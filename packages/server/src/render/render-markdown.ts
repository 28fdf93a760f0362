import {
  createMarkdownParser,
  type LinkTarget,
  linkTarget,
  parseMarkdown,
  type Renderer,
  type Token,
} from '@colophon/cli/markdown'
import { caseHtml } from './case-block.ts'
import { arrangeHeadings, type Heading, plainText } from './headings.ts'
import type { Highlighter } from './highlight.ts'
import { escapeHtml, showUnseen } from './visible.ts'

/** What is set for a page. */
export interface RenderRequest {
  readonly body: string
  readonly title: string
  /** The entry's path: relative links start from it. */
  readonly path: string
  /** Images of other sites are loaded, and not only named. */
  readonly showsImages: boolean
}

export interface RenderedText {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Characters of code that are highlighted in one text; what follows is left plain. */
const HIGHLIGHTED_CHARACTERS = 100_000

/**
 * Markdown as HTML in which nothing runs: HTML of the author is text, links lead only where `linkTarget` lets
 * them, and nothing has a style or a handler. Whatever an author writes goes through `escapeHtml`. Null for what is
 * nested too deep to be shown whole.
 */
export async function renderMarkdown(
  request: RenderRequest,
  highlighter: Highlighter,
): Promise<RenderedText | null> {
  const md = createMarkdownParser()
  const parsed = parseMarkdown(request.body, undefined, md)
  if (parsed === null) return null
  const { tokens, headings } = arrangeHeadings(parsed, request.title)
  const fences = tokens.filter(({ type }) => type === 'fence')
  await highlighter.load(fences.map(languageOf))
  tokens.forEach(arrangeInline)
  arrangeCells(tokens)
  md.renderer.rules = { ...md.renderer.rules, ...rulesOf(request, highlighter) }
  return { html: showUnseen(md.renderer.render(tokens, md.options, {})), headings }
}

/** A link without words shows where it leads. */
function arrangeInline({ children }: Token): void {
  children?.forEach((token, place) => {
    const next = children[place + 1]
    if (token.type === 'link_open' && next?.type === 'link_close')
      token.meta = { words: String(token.attrGet('href') ?? '') }
  })
}

/** A heading cell without words heads nothing, and the alignment of a cell becomes a class. */
function arrangeCells(tokens: Token[]): void {
  tokens.forEach((token, place) => {
    if (token.type !== 'th_open' && token.type !== 'td_open') return
    const side = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1]
    token.attrs = side === undefined ? null : [['class', side]]
    const closing = tokens[place + 2]
    if (token.type === 'td_open' || plainText(tokens[place + 1]) !== '' || closing === undefined) return
    token.tag = 'td'
    closing.tag = 'td'
  })
}

function languageOf(token: Token | undefined): string {
  return (token?.info ?? '').trim().split(/\s+/)[0] ?? ''
}

function rulesOf(request: RenderRequest, highlighter: Highlighter): Renderer['rules'] {
  const targetOf = (token: Token | undefined, name: string) =>
    linkTarget(String(token?.attrGet(name) ?? ''), request.path)
  let links = 0
  let budget = HIGHLIGHTED_CHARACTERS
  const codeHtml = (code: string, language: string): string => {
    const isAffordable = code.length <= budget
    if (isAffordable) budget -= code.length
    const html = (isAffordable && highlighter.highlight(code, language)) || escapeHtml(code)
    return `<pre tabindex="0"><code>${html}</code></pre>\n`
  }
  return {
    link_open: (tokens, place) => {
      links += 1
      const token = tokens[place]
      const words = escapeHtml(String(token?.meta?.words ?? ''))
      return `<a${linkAttributes(targetOf(token, 'href'), token?.attrGet('title'))}>${words}`
    },
    link_close: () => {
      links -= 1
      return '</a>'
    },
    image: (tokens, place, options, env, renderer) => {
      const token = tokens[place]
      const words = renderer.renderInlineAsText(token?.children ?? [], options, env)
      const picture = { words, isInLink: links > 0, showsImages: request.showsImages }
      return imageHtml(targetOf(token, 'src'), picture)
    },
    heading_close: (tokens, place) => {
      const { tag = '' } = tokens[place] ?? {}
      const id = String(tokens[place - 2]?.attrGet('id') ?? '')
      return `<a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this section">§</a></${tag}>\n`
    },
    fence: (tokens, place) => {
      const { content = '' } = tokens[place] ?? {}
      const language = languageOf(tokens[place])
      const html = codeHtml(content.replace(/\n$/, ''), language)
      return (language.toLowerCase() === 'json' && caseHtml(content, html)) || html
    },
    code_block: (tokens, place) => codeHtml(tokens[place]?.content.replace(/\n$/, '') ?? '', ''),
    table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
  }
}

function linkAttributes(target: LinkTarget | null, title: string | number | null | undefined): string {
  const named = title ? ` title="${escapeHtml(String(title))}"` : ''
  if (target === null) return named
  const rel = target.isOutside ? ' rel="nofollow noopener noreferrer" class="outside"' : ''
  return ` href="${escapeHtml(target.href)}"${rel}${named}`
}

/** An image of another site would tell that site who reads: unless the operator wants that, it is named only. */
function imageHtml(
  target: LinkTarget | null,
  { words, isInLink, showsImages }: { words: string; isInLink: boolean; showsImages: boolean },
): string {
  const outside = target?.isOutside ? target : null
  if (showsImages && outside?.href.startsWith('https:'))
    return `<img src="${escapeHtml(outside.href)}" alt="${escapeHtml(words)}" loading="lazy" referrerpolicy="no-referrer" />`
  const named = `<span class="image">Image: ${escapeHtml(words || target?.href || 'without a name')}</span>`
  return outside !== null && !isInLink ? `<a${linkAttributes(outside, null)}>${named}</a>` : named
}
