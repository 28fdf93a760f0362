import { PAGE_LIMITS } from '@colophon/contract'
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
  awk: () => import('@shikijs/langs/awk'),
  bash: () => import('@shikijs/langs/bash'),
  bat: () => import('@shikijs/langs/bat'),
  c: () => import('@shikijs/langs/c'),
  clojure: () => import('@shikijs/langs/clojure'),
  cmake: () => import('@shikijs/langs/cmake'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  dart: () => import('@shikijs/langs/dart'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  elixir: () => import('@shikijs/langs/elixir'),
  erlang: () => import('@shikijs/langs/erlang'),
  fsharp: () => import('@shikijs/langs/fsharp'),
  go: () => import('@shikijs/langs/go'),
  graphql: () => import('@shikijs/langs/graphql'),
  groovy: () => import('@shikijs/langs/groovy'),
  haskell: () => import('@shikijs/langs/haskell'),
  hcl: () => import('@shikijs/langs/hcl'),
  html: () => import('@shikijs/langs/html'),
  http: () => import('@shikijs/langs/http'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  julia: () => import('@shikijs/langs/julia'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  latex: () => import('@shikijs/langs/latex'),
  less: () => import('@shikijs/langs/less'),
  lua: () => import('@shikijs/langs/lua'),
  make: () => import('@shikijs/langs/make'),
  markdown: () => import('@shikijs/langs/markdown'),
  nginx: () => import('@shikijs/langs/nginx'),
  nix: () => import('@shikijs/langs/nix'),
  'objective-c': () => import('@shikijs/langs/objective-c'),
  ocaml: () => import('@shikijs/langs/ocaml'),
  perl: () => import('@shikijs/langs/perl'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  proto: () => import('@shikijs/langs/proto'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  scala: () => import('@shikijs/langs/scala'),
  scss: () => import('@shikijs/langs/scss'),
  sql: () => import('@shikijs/langs/sql'),
  svelte: () => import('@shikijs/langs/svelte'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  viml: () => import('@shikijs/langs/viml'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
  zig: () => import('@shikijs/langs/zig'),
}

const ALIASES: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cjs: 'javascript',
  clj: 'clojure',
  cmd: 'bat',
  console: 'bash',
  cs: 'csharp',
  cts: 'typescript',
  dockerfile: 'docker',
  erl: 'erlang',
  ex: 'elixir',
  'f#': 'fsharp',
  fs: 'fsharp',
  golang: 'go',
  gql: 'graphql',
  h: 'c',
  hpp: 'cpp',
  hs: 'haskell',
  htm: 'html',
  jl: 'julia',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  kt: 'kotlin',
  kts: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mjs: 'javascript',
  ml: 'ocaml',
  mm: 'objective-c',
  mts: 'typescript',
  objc: 'objective-c',
  patch: 'diff',
  pl: 'perl',
  protobuf: 'proto',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  terraform: 'hcl',
  tex: 'latex',
  tf: 'hcl',
  ts: 'typescript',
  vim: 'viml',
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
  /**
   * Makes ready what these names stand for, for one text: names that nobody knows, and languages beyond the first dozen, are
   * passed over, whatever earlier texts had. Languages of earlier texts are given up where there are too many.
   */
  load(names: readonly string[]): Promise<Colours>
}

/** The languages of one text. */
export interface Colours {
  /** Code as HTML with a class for each kind of token; null for a language that is not among them. */
  highlight(code: string, name: string): string | null
}

export async function createHighlighter(): Promise<Highlighter> {
  let shiki = await withoutLanguages()
  return {
    async load(names) {
      const known = [...new Set(names.map(languageOf))].filter((name) => Object.hasOwn(LANGUAGES, name))
      const wanted = new Set(known.slice(0, PAGE_LIMITS.languagesInText))
      // Another text may still be coloured by the one before: it goes when nobody has it any more.
      if (shiki.getLoadedLanguages().length > PAGE_LIMITS.languagesKept) shiki = await withoutLanguages()
      const loaded = shiki.getLoadedLanguages()
      const inputs = Object.entries(LANGUAGES).filter(([name]) => wanted.has(name) && !loaded.includes(name))
      if (inputs.length > 0) shiki.loadLanguageSync(await resolveLangs(inputs.map(([, input]) => input)))
      const current = shiki
      return {
        highlight(code, name) {
          const language = languageOf(name)
          return wanted.has(language) ? withClasses(current, code, language) : null
        },
      }
    },
  }
}

function withoutLanguages(): Promise<ShikiPrimitive> {
  return createShikiPrimitiveAsync({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
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
