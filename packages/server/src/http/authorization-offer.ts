import type { Settings } from '../runtime/settings.ts'

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** The endpoint of MCP that asks for a bearer at once: hosts begin to ask for one when they are refused. */
export const MCP_AUTHORIZED = '/mcp/authorized'

/** Whether clients may ask for a token in a browser: their documents must be fetched for that. */
export function offersAuthorization({ oauth, urlTransport }: Settings): boolean {
  return oauth && urlTransport !== 'off'
}

/** Where the metadata of the resource at this address is (RFC 9728): clients compare the address with what is there. */
export function resourceMetadataPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return path === '/mcp' || path === MCP_AUTHORIZED ? RESOURCE_METADATA + path : RESOURCE_METADATA
}
