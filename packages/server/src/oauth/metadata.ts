import type { App } from '../app.ts'
import { GRANTABLE, resourcesOf } from '../features/authorization/request.ts'
import { RESOURCE_METADATA } from '../http/authorization-offer.ts'
import { addReading } from '../http/documents.ts'
import type { Router } from '../http/router.ts'
import { AUTHORIZE, REVOKE, TOKEN } from './places.ts'

/** The metadata of the resources (RFC 9728) and of their authorization server (RFC 8414): the same for everybody. */
export function addMetadata(router: Router, { settings: { baseUrl } }: App): void {
  for (const resource of resourcesOf(baseUrl))
    addDocument(router, RESOURCE_METADATA + resource.slice(baseUrl.length), {
      resource,
      authorization_servers: [baseUrl],
      scopes_supported: Object.keys(GRANTABLE),
      bearer_methods_supported: ['header'],
      resource_name: 'Colophon',
      resource_documentation: `${baseUrl}/agent.md`,
    })
  addDocument(router, '/.well-known/oauth-authorization-server', {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + AUTHORIZE,
    token_endpoint: baseUrl + TOKEN,
    revocation_endpoint: baseUrl + REVOKE,
    scopes_supported: Object.keys(GRANTABLE),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/agent.md`,
  })
}

function addDocument(router: Router, path: string, document: object): void {
  const text = JSON.stringify(document)
  addReading(router, path, () => ({ status: 200, type: 'application/json; charset=utf-8', text }))
}
