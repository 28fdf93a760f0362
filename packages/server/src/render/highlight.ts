import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import {
  codeToTokensBase,
  createShikiPrimitiveAsync,
  type LanguageInput,
  resolveLangs,
  type ShikiPrimitive,
} from '@shikijs/primitive'
import { escapeHtml } from './visible.ts'

/** Languages that articles use, by the names that authors give them; each is loaded when it is first met. */
const LANGUAGES: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  http: () => import('@shikijs/langs/http'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  python: () => import('@shikijs/langs/python'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  toml: () => import('@shikijs/langs/toml'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
}

const ALIASES: Readonly<Record<string, string>> = {
  console: 'bash',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  md: 'markdown',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** The colours of this theme are no colours: each stands for a class, which the stylesheet gives a colour. */
const CLASSES: Readonly<Record<string, { name: string; scopes: string[] }>> = {
  '#000001': { name: 'comment', scopes: ['comment', 'punctuation.definition.comment'] },
  '#000002': { name: 'string', scopes: ['string', 'markup.inline.raw'] },
  '#000003': { name: 'constant', scopes: ['constant', 'support.constant', 'variable.language'] },
  '#000004': { name: 'keyword', scopes: ['keyword', 'storage', 'keyword.operator.word'] },
  '#000005': { name: 'name', scopes: ['entity.name', 'support.function', 'support.type.property-name'] },
  '#000006': { name: 'inserted', scopes: ['markup.inserted'] },
  '#000007': { name: 'deleted', scopes: ['markup.deleted'] },
}

const THEME = {
  name: 'classes',
  type: 'light' as const,
  fg: '#000000',
  bg: '#ffffff',
  settings: Object.entries(CLASSES).map(([foreground, { scopes }]) => ({
    scope: scopes,
    settings: { foreground },
  })),
}

/** Longer lines are left plain. */
const LONGEST_LINE = 2000
/**
 * What is coloured is kept by its hash, so that it must not depend on what else the machine did: a line is coloured to
 * its end, within the processor time of the whole text.
 */
const NO_TIME_LIMIT = 0

export interface Highlighter {
  /** Makes ready what these names stand for; names that nobody knows are passed over. */
  load(names: readonly string[]): Promise<void>
  /** Code as HTML with a class for each kind of token; null for a language that is not loaded. */
  highlight(code: string, name: string): string | null
}

export async function createHighlighter(): Promise<Highlighter> {
  const shiki = await createShikiPrimitiveAsync({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return {
    async load(names) {
      const wanted = new Set(names.map(languageOf))
      const inputs = Object.entries(LANGUAGES).filter(
        ([name]) => wanted.has(name) && !shiki.getLoadedLanguages().includes(name),
      )
      if (inputs.length > 0) shiki.loadLanguageSync(await resolveLangs(inputs.map(([, input]) => input)))
    },
    highlight(code, name) {
      const language = languageOf(name)
      return shiki.getLoadedLanguages().includes(language) ? withClasses(shiki, code, language) : null
    },
  }
}

function languageOf(name: string): string {
  const lower = name.toLowerCase()
  return Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower
}

function withClasses(shiki: ShikiPrimitive, code: string, lang: string): string {
  const lines = codeToTokensBase(shiki, code, {
    lang,
    theme: THEME.name,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: NO_TIME_LIMIT,
  })
  return lines
    .map((tokens) => tokens.map(({ content, color }) => tokenHtml(content, color)).join(''))
    .join('\n')
}

function tokenHtml(content: string, color: string | undefined): string {
  const kind = CLASSES[color?.toLowerCase() ?? '']
  return kind === undefined
    ? escapeHtml(content)
    : `<span class="t-${kind.name}">${escapeHtml(content)}</span>`
}
