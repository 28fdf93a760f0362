import type { ContentLicense, Settings } from '../runtime/settings.ts'
import { xml, xmlDocument } from './xml.ts'

const PROFILE = 'https://www.rfc-editor.org/info/rfc9727'
export const LINKSET = `application/linkset+json; profile="${PROFILE}"`

/** Where the interfaces of the site are, and what describes each of them, as a linkset (RFC 9264). */
export function apiCatalog({ baseUrl, contentLicense }: Settings): string {
  const at = (path: string, type: string) => ({ href: `${baseUrl}${path}`, type })
  const guide = [at('/agent.md', 'text/markdown')]
  const linkset = [
    {
      anchor: `${baseUrl}/.well-known/api-catalog`,
      item: [{ href: `${baseUrl}/api/v1` }, { href: `${baseUrl}/mcp` }],
      describedby: [at('/llms.txt', 'text/plain')],
      ...licensed(contentLicense),
    },
    {
      anchor: `${baseUrl}/api/v1`,
      'service-desc': [at('/openapi.json', 'application/json')],
      'service-doc': guide,
      status: [at('/readyz', 'application/json')],
    },
    { anchor: `${baseUrl}/mcp`, 'service-doc': guide },
  ]
  return JSON.stringify({ linkset })
}

function licensed(license: ContentLicense | null): { license?: { href: string; title: string }[] } {
  return license === null ? {} : { license: [{ href: license.url, title: license.name }] }
}

/** Months until it expires, which changes with the month: it is the same text from day to day. */
const VALID_MONTHS = 6

/** It has to say how long it may be believed, and whom to tell: where the operator says nothing, as the guide says. */
export function securityText({ baseUrl, contact }: Settings, now: string): string {
  const today = new Date(now)
  const end = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + VALID_MONTHS, 1))
  return `Contact: ${contact ?? `${baseUrl}/agent.md`}
Expires: ${end.toISOString()}
Preferred-Languages: en
Canonical: ${baseUrl}/.well-known/security.txt
`
}

export function openSearch(baseUrl: string): string {
  const { host } = new URL(baseUrl)
  return xmlDocument(xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Colophon</ShortName>
<Description>${`Search the articles at ${host}`}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${baseUrl}/search?q={searchTerms}"/>
<Url type="application/json" template="${baseUrl}/api/v1/search?q={searchTerms}"/>
</OpenSearchDescription>`)
}
