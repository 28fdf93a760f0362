import type { Caller } from '../../core/authority.ts'
import { assetAddress } from './assets.ts'
import { html, type Markup, renderMarkup } from './html.ts'
import type { Page } from './page.ts'

const SITE = 'Colophon'

/** What the frame tells beside the page. */
export interface Surroundings {
  readonly baseUrl: string
  readonly visitor: Caller
}

/** The whole document: the page in the frame that every page has. */
export function framed(page: Page, { baseUrl, visitor }: Surroundings): string {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${page.title === SITE ? SITE : `${page.title} · ${SITE}`}</title>
      <meta name="color-scheme" content="light dark" />
      ${['page.css', ...(page.styles ?? [])].map(
        (file) => html`<link rel="stylesheet" href=${assetAddress(file)} />`,
      )}
      <link rel="icon" type="image/svg+xml" href=${assetAddress('mark.svg')} />
      ${card(page, baseUrl)}
      ${(page.scripts ?? []).map((file) => html`<script type="module" src=${assetAddress(file)}></script>`)}
    </head>
    <body>
      <a class="skip" href="#main">Skip to the text</a>
      ${head(page, visitor)} ${page.bar ?? null}
      <main id="main">${page.main}</main>
      ${foot()}
    </body>
  </html>`
  return `<!doctype html>${renderMarkup(document)}`
}

/** What search engines and previews of links show. */
function card({ title, description, canonical, kind }: Page, baseUrl: string): Markup {
  if (canonical === null) return html`<meta name="robots" content="noindex" />`
  return html`
    <link rel="canonical" href=${baseUrl + canonical} />
    <meta property="og:site_name" content=${SITE} />
    <meta property="og:type" content=${kind ?? 'website'} />
    <meta property="og:title" content=${title} />
    <meta property="og:url" content=${baseUrl + canonical} />
    ${
      description === null
        ? null
        : html`<meta name="description" content=${description} />
            <meta property="og:description" content=${description} />`
    }
  `
}

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
      <a href="/console">Console</a>
    </p>
  </footer>`
}
