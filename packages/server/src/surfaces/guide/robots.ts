/** Everything public may be read and indexed; what only a credential opens has nothing for a crawler. */
export function robotsText(baseUrl: string): string {
  return `User-agent: *
Disallow: /console
Disallow: /api/v1/session
Disallow: /api/v1/admin/

Sitemap: ${baseUrl}/sitemap.xml
`
}
