import {
  createMarkdownParser,
  imageText,
  type LinkTarget,
  linkTarget,
  parseMarkdown,
  type Renderer,
  type Token,
} from '@colophon/cli/markdown'
import { FIELD_LIMITS } from '@colophon/contract'
import { caseHtml } from './case-block.ts'
import { createFormulaWriter } from './formula.ts'
import { arrangeHeadings, type Heading, plainText } from './headings.ts'
import type { Colours, Highlighter } from './highlight.ts'
import { createIds, hrefOf, type Ids, openingTag, tagAttributes, writtenName } from './html-markup.ts'
import { noteRules } from './note-rules.ts'
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
  /** The words of the paragraph with which it begins, below a heading or not, on one line, as far as a summary may go; null where it begins with anything else. */
  readonly opening: string | null
}

/** Characters of code that are highlighted in one text; what follows is left plain. */
const HIGHLIGHTED_CHARACTERS = 100_000

/**
 * Markdown as HTML in which nothing runs: of the author's HTML the tags that do no harm are written anew and the rest is
 * text, links lead only where `linkTarget` lets them, and nothing has a style or a handler. Whatever an author writes goes through `escapeHtml`. Null for what is
 * nested too deep to be shown whole.
 */
export async function renderMarkdown(
  request: RenderRequest,
  highlighter: Highlighter,
): Promise<RenderedText | null> {
  const md = createMarkdownParser()
  const parsed = parseMarkdown(request.body, undefined, md)
  if (parsed === null) return null
  const ids = createIds()
  const { tokens, headings } = arrangeHeadings(parsed, request.title, ids)
  const fences = tokens.filter(({ type }) => type === 'fence')
  const colours = await highlighter.load(fences.map(languageOf))
  tokens.forEach(arrangeInline)
  arrangeCells(tokens)
  if (FROM_THE_RIGHT.test(request.body)) tokens.forEach(arrangeDirection)
  const links = { open: 0, anchors: new Set(headings.map(({ id }) => id)) }
  md.renderer.rules = {
    ...md.renderer.rules,
    ...noteRules(createFormulaWriter()),
    ...blockRules(colours),
    ...linkRules(request, links),
    ...htmlRules(request, links, ids),
  }
  const opening = openingOf(tokens)
  return { html: showUnseen(md.renderer.render(tokens, md.options, {})), headings, opening }
}

/** Headings may stand above it. */
function openingOf(tokens: readonly Token[]): string | null {
  const place = tokens.findIndex(
    ({ type, level }) => level === 0 && OPENS.test(type) && type !== 'heading_open',
  )
  return tokens[place]?.type === 'paragraph_open'
    ? plainText(tokens[place + 1])
        .replaceAll(/\s+/g, ' ')
        .slice(0, LONGEST_OPENING)
    : null
}

/** It is compared with a summary, whose characters have two halves at most: what is cut is longer than any. */
const LONGEST_OPENING = 2 * FIELD_LIMITS.summaryCharacters + 1

const OPENS = /_open$|^(?:fence|code_block|html_block|hr|math_block)$/

const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const WITH_DIRECTION = new Set([
  'p',
  'li',
  'blockquote',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
  'dt',
  'dd',
  'summary',
])

/** In a text with words from right to left each block goes where its own words go. */
function arrangeDirection(token: Token): void {
  if (token.nesting > 0 && WITH_DIRECTION.has(token.tag) && token.attrGet('dir') === null)
    token.attrPush(['dir', 'auto'])
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

/** Languages of drawings: shown as code that says what it is. */
const DRAWINGS = new Set(['mermaid', 'dot', 'graphviz', 'plantuml', 'd2'])

/** How many links are open: an image in one is no link of its own. */
interface OpenLinks {
  open: number
  /** The ids of the text's headings. */
  readonly anchors: ReadonlySet<string>
}

function blockRules(colours: Colours): Renderer['rules'] {
  let budget = HIGHLIGHTED_CHARACTERS
  const codeHtml = (code: string, language: string): string => {
    const isAffordable = code.length <= budget
    if (isAffordable) budget -= code.length
    const html = (isAffordable && colours.highlight(code, language)) || escapeHtml(code)
    return `<pre tabindex="0"><code>${html}</code></pre>\n`
  }
  return {
    heading_open: (tokens, place, options, _env, renderer) => {
      const names = (tokens[place]?.meta?.names ?? []) as string[]
      const spans = names.map((name) => `<span id="${escapeHtml(name)}"></span>`).join('')
      return renderer.renderToken(tokens, place, options) + spans
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
      if (DRAWINGS.has(language.toLowerCase()))
        return `<figure class="drawing"><figcaption>${escapeHtml(language)}</figcaption>${html}</figure>\n`
      return (language.toLowerCase() === 'json' && caseHtml(content, html)) || html
    },
    code_block: (tokens, place) => codeHtml(tokens[place]?.content.replace(/\n$/, '') ?? '', ''),
    table_open: () => TABLE,
    table_close: () => '</table></div>\n',
  }
}

const TABLE = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'

function linkRules(request: RenderRequest, links: OpenLinks): Renderer['rules'] {
  const targetOf = (token: Token | undefined, name: string) =>
    linkTarget(String(token?.attrGet(name) ?? ''), request.path)
  return {
    link_open: (tokens, place) => {
      links.open += 1
      const token = tokens[place]
      const words = escapeHtml(String(token?.meta?.words ?? ''))
      const target = inAnyCase(targetOf(token, 'href'), links.anchors)
      // What leads to no page here says where its author meant it to lead.
      const title = token?.attrGet('title') ?? (target === null ? token?.attrGet('href') : null)
      return `<a${linkAttributes(target, title)}>${words}`
    },
    link_close: () => {
      links.open -= 1
      return '</a>'
    },
    image: (tokens, place) => {
      const token = tokens[place]
      const words = token === undefined ? '' : imageText(token)
      const picture = { words, isInLink: links.open > 0, showsImages: request.showsImages, size: '' }
      return imageHtml(targetOf(token, 'src'), picture)
    },
  }
}

/** Tags of the author that are shown as tags. */
function htmlRules(request: RenderRequest, links: OpenLinks, ids: Ids): Renderer['rules'] {
  const image = (token: Token): string => {
    const src = String(token.attrGet('src') ?? '').trim()
    const picture = {
      words: String(token.attrGet('alt') ?? ''),
      isInLink: links.open > 0,
      showsImages: request.showsImages,
      size: tagAttributes(token, ids),
    }
    return imageHtml(src === '' ? null : linkTarget(src, request.path), picture)
  }
  return {
    html_open: (tokens, place) => {
      const token = tokens[place]
      if (token === undefined) return ''
      if (token.tag === 'table') return TABLE
      if (token.tag === 'pre') return '<pre tabindex="0">'
      if (token.tag !== 'a') return openingTag(token, ids)
      links.open += 1
      const target = hrefOf(token, request.path)
      return `<a${target === null ? '' : linkAttributes(target, null)}${tagAttributes(token, ids)}>`
    },
    html_close: (tokens, place) => {
      const tag = tokens[place]?.tag ?? ''
      if (tag === 'a') links.open -= 1
      if (tag === 'table') return '</table></div>\n'
      const name = writtenName(tag)
      return name === '' ? '' : `</${name}>`
    },
    html_empty: (tokens, place) => {
      const token = tokens[place]
      if (token === undefined) return ''
      return token.tag === 'img' ? image(token) : openingTag(token, ids)
    },
    html_block: () => '',
    html_comment: () => '',
    html_text: (tokens, place, options, env, renderer) =>
      `\n${renderer.renderInline(tokens[place]?.children ?? [], options, env)}\n`,
  }
}

/** A link to a heading of the same text finds it in other capitals too, as on GitHub. */
function inAnyCase(target: LinkTarget | null, anchors: ReadonlySet<string>): LinkTarget | null {
  if (!target?.href.startsWith('#') || anchors.has(target.href.slice(1))) return target
  const lower = target.href.toLowerCase()
  return anchors.has(lower.slice(1)) ? { ...target, href: lower } : target
}

function linkAttributes(target: LinkTarget | null, title: string | number | null | undefined): string {
  const named = title ? ` title="${escapeHtml(String(title))}"` : ''
  if (target === null) return named
  const rel = target.isOutside ? ' rel="nofollow noopener noreferrer" class="outside"' : ''
  return ` href="${escapeHtml(target.href)}"${rel}${named}`
}

interface Picture {
  readonly words: string
  readonly isInLink: boolean
  readonly showsImages: boolean
  /** Attributes that say its size and place. */
  readonly size: string
}

/** An image of another site would tell that site who reads: unless the operator wants that, it is named only. */
function imageHtml(target: LinkTarget | null, { words, isInLink, showsImages, size }: Picture): string {
  const outside = target?.isOutside ? target : null
  if (showsImages && outside?.href.startsWith('https:'))
    return `<img src="${escapeHtml(outside.href)}" alt="${escapeHtml(words)}" loading="lazy" referrerpolicy="no-referrer"${size} />`
  const named = `<span class="image">Image: ${escapeHtml(words || target?.href || 'without a name')}</span>`
  return outside !== null && !isInLink ? `<a${linkAttributes(outside, null)}>${named}</a>` : named
}
