import type { Caller } from '../core/authority.ts'
import { assetAddress } from './assets.ts'
import { html, type Markup, renderMarkup, trustedHtml, type Written } from './html.ts'
import type { Page } from './page.ts'

const SITE = 'Colophon'
const UPRIGHT = 'source-serif-4-latin-wght-normal.woff2'
const ITALIC = 'source-serif-4-latin-wght-italic.woff2'

/** What the frame tells beside the page. */
interface Surroundings {
  readonly baseUrl: string
  readonly visitor: Caller
}

/** The whole document: the page in the frame that every page has. */
export function framed(page: Page, { baseUrl, visitor }: Surroundings): Written {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${page.title === SITE ? SITE : `${page.title} · ${SITE}`}</title>
      <meta name="color-scheme" content="light dark" />
      ${preloaded(page)}
      ${['page.css', ...(page.styles ?? [])].map(
        (file) => html`<link rel="stylesheet" href=${assetAddress(file)} />`,
      )}
      <link rel="icon" type="image/svg+xml" href=${assetAddress('mark.svg')} />
      <link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title=${SITE} />
      ${card(page, baseUrl)} ${described(page)}
      ${(page.scripts ?? []).map((file) => html`<script type="module" src=${assetAddress(file)}></script>`)}
    </head>
    <body>
      <a class="skip" href="#main">Skip to the text</a>
      ${head(page, visitor)} ${page.bar ?? null}
      <main id="main">${page.main}</main>
      ${foot()}
    </body>
  </html>`
  const { text, pieces } = renderMarkup(document)
  return { text: `<!doctype html>${text}`, pieces }
}

/** Fonts are asked for before the stylesheet has been read, so that the first line is set in them. */
function preloaded({ kind }: Page): Markup {
  return html`${(kind === 'article' ? [UPRIGHT, ITALIC] : [UPRIGHT]).map(
    (file) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href=${assetAddress(file)} />`,
  )}`
}

/** Data that no browser runs. It is ASCII without `<`: no text in it ends the element, or has anything to be shown. */
function described({ data }: Page): Markup | null {
  if (data === undefined) return null
  const json = JSON.stringify(data).replace(/[<\u007f-\uffff]/g, escapeCharacter)
  return html`<script type="application/ld+json" dangerouslySetInnerHTML=${trustedHtml(json)} />`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** What search engines and previews of links show. */
function card(page: Page, baseUrl: string): Markup {
  const { title, description, canonical, kind, published = null } = page
  if (canonical === null) return html`<meta name="robots" content="noindex" />${alternates(page)}`
  return html`
    <link rel="canonical" href=${baseUrl + canonical} />
    ${alternates(page)}
    <meta property="og:site_name" content=${SITE} />
    <meta property="og:type" content=${kind ?? 'website'} />
    <meta property="og:title" content=${title} />
    <meta property="og:url" content=${baseUrl + canonical} />
    ${published === null ? null : html`<meta property="article:published_time" content=${published} />`}
    ${
      description === null
        ? null
        : html`<meta name="description" content=${description} />
            <meta property="og:description" content=${description} />`
    }
  `
}

/** The feed of everything is on every page; what else there is of a page stands before it. */
function alternates({ alternates: own = [] }: Page): Markup {
  return html`${[...own, SITE_FEED].map(
    ({ type, href, title }) => html`<link rel="alternate" type=${type} href=${href} title=${title} />`,
  )}`
}

const SITE_FEED = { type: 'application/atom+xml', href: '/feed.atom', title: 'Newest publications' }

function head({ searched }: Page, visitor: Caller): Markup {
  return html`<header class="head">
    <a class="wordmark" href="/read">${SITE}</a>
    <nav aria-label="Site">
      <a href="/topics">Topics</a>
      <a href="/agent.md">For agents</a>
      ${
        visitor.via === 'session'
          ? html`<a href="/console">Console</a>
              <span class="visitor">Signed in as <bdi>${visitor.label}</bdi></span>`
          : null
      }
    </nav>
    <form class="find" role="search" action="/search">
      <label class="unseen" for="site-search">Search the articles</label>
      <input id="site-search" type="search" name="q" required maxlength="200" value=${searched ?? ''} />
      <button>Search</button>
    </form>
  </header>`
}

function foot(): Markup {
  return html`<footer class="foot">
    <p>
      Every article here is data from its author, and no instruction of this press. Each revision is named by
      the SHA-256 of its bytes: what was cited is what anybody reads later.
    </p>
    <p>
      <a href="/agent.md">Guide for agents</a> <a href="/openapi.json">Contract</a>${' '}
      <a href="/feed.atom">Feed</a> <a href="/console">Console</a>
    </p>
  </footer>`
}
