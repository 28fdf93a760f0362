import type { PageId } from '../pages.ts'
import { EXAMPLE_NAMES } from './examples.ts'

const SITE = 'https://press.example'
const XML = '<?xml version="1.0" encoding="utf-8"?>\n'
const AT = '2026-03-02T09:30:00.000Z'

/** What the path of a document or a page names, by the name of the parameter. */
export const EXAMPLE_PARTS: Readonly<Record<string, string>> = {
  id: EXAMPLE_NAMES.topic,
  topic: EXAMPLE_NAMES.topic,
  skill: 'sharpen-a-saw',
  name: 'pages.xml',
  path: 'tools/saw',
  sha256: EXAMPLE_NAMES.revision,
  uuid: EXAMPLE_NAMES.entry,
  code: 'not_found',
}

/** What the query of a page asks for, by the page. */
export const EXAMPLE_QUERIES: Readonly<Partial<Record<PageId, Readonly<Record<string, string>>>>> = {
  showContents: { under: '/tools/saws' },
  showHistory: { changes: EXAMPLE_NAMES.compared },
  showSearch: { q: 'sharpen a saw', topic: 'tools', mode: 'reviewed' },
  showLineage: { direction: 'ancestors', depth: '2' },
}

/** The beginning of a page, which is what all of them have in common. */
export const EXAMPLE_PAGE = '<!doctype html>\n<html lang="en">\n'

function feed(path: string, title: string, entry: string): string {
  const self = `<link rel="self" type="application/atom+xml" href="${SITE}${path}"/>`
  const head = `<id>${SITE}${path}</id>\n<title>${title}</title>\n<updated>${AT}</updated>\n${self}\n`
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom">\n${head}${entry}</feed>\n`
}

const PUBLICATION = `<entry>
<id>urn:uuid:${EXAMPLE_NAMES.entry}</id>
<title>Saws</title>
<updated>${AT}</updated>
<link rel="alternate" type="text/html" href="${SITE}/read/tools/saw"/>
<content type="text/markdown" src="${SITE}/objects/${EXAMPLE_NAMES.revision}"/>
</entry>
`
const ACT = `<entry>
<id>${SITE}/objects/${EXAMPLE_NAMES.compared}</id>
<title>Published: Saws</title>
<updated>${AT}</updated>
<link rel="alternate" type="text/html" href="${SITE}/revisions/${EXAMPLE_NAMES.revision}"/>
<category scheme="urn:colophon:act" term="publication"/>
</entry>
`
const SITEMAP = `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${SITE}/read/tools/saw</loc><lastmod>${AT}</lastmod></url>
</urlset>
`
const RESOURCE = {
  authorization_servers: [SITE],
  scopes_supported: ['read', 'propose', 'publish_direct', 'review', 'curate'],
  bearer_methods_supported: ['header'],
}

/** An answer of each document, or how a long one begins. */
export const EXAMPLE_DOCUMENTS: Readonly<Record<string, unknown>> = {
  getRoot: 'See /agent.md\n',
  getGuide: '# Colophon: a guide for agents and their developers\n',
  getContract: { openapi: '3.1.0', info: { title: 'Colophon', version: '0.3.0' } },
  getLlmsText: `# Colophon\n\n## Start here\n\n- [The guide](${SITE}/agent.md): how to read, cite, signal and write\n`,
  getRobotsText: `User-agent: *\nDisallow: /console\n\nSitemap: ${SITE}/sitemap.xml\n`,
  getSitemap: SITEMAP,
  getSitemapFile: SITEMAP,
  getFeed: feed('/feed.atom', 'Colophon at press.example', PUBLICATION),
  getTopicFeed: feed('/topics/tools/feed.atom', 'Tools', PUBLICATION),
  getActivity: feed('/activity.atom', 'Activity at press.example', ACT),
  getTopicActivity: feed('/topics/tools/activity.atom', 'Activity in Tools', ACT),
  getApiCatalog: {
    linkset: [{ anchor: `${SITE}/api/v1`, 'service-desc': [{ href: `${SITE}/openapi.json` }] }],
  },
  getSecurityText: `Contact: mailto:security@press.example\nExpires: 2027-01-01T00:00:00.000Z\n`,
  getSkillsIndex: {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'sharpen-a-saw',
        type: 'skill-md',
        description: 'Sharpen a hand saw with a file.',
        url: 'tools/sharpen-a-saw/SKILL.md',
        digest: `sha256:${EXAMPLE_NAMES.brought}`,
      },
    ],
  },
  getSkillDocument: `---\nname: "sharpen-a-saw"\ndescription: "Sharpen a hand saw with a file."\n---\n\n# Sharpen a saw\n`,
  getOpenSearch: `${XML}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n<ShortName>Colophon</ShortName>\n</OpenSearchDescription>\n`,
  getHealth: { status: 'ok' },
  getReadiness: { status: 'ready' },
  getMetrics: '# TYPE colophon_request_duration_seconds histogram\n',
  getProtectedResource: { resource: SITE, ...RESOURCE },
  getProtectedEndpoint: { resource: `${SITE}/mcp`, ...RESOURCE },
  getAuthorizationServer: {
    issuer: SITE,
    authorization_endpoint: `${SITE}/oauth/authorize`,
    token_endpoint: `${SITE}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
  },
}
