import { readOwnFile } from '../runtime/own-files.ts'

/** The guide for agents and their makers, with this site's address in its examples. */
export function guideText(baseUrl: string): string {
  return readOwnFile('guide/agent.md').toString().replaceAll('{base_url}', baseUrl)
}

/** Everything public may be read and indexed; what only a credential opens has nothing for a crawler. */
export function robotsText(baseUrl: string): string {
  return `User-agent: *
Disallow: /console
Disallow: /api/v1/session
Disallow: /api/v1/admin/

Sitemap: ${baseUrl}/sitemap.xml
`
}
