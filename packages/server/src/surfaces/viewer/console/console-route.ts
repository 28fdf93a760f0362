import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../app.ts'
import { refuseOtherSite } from '../../../road/browser.ts'
import type { Credential } from '../../../road/request.ts'
import type { Exchange } from '../../http/answer.ts'
import { credentialOf } from '../../http/credential.ts'
import { exchangeSafely } from '../../http/routes.ts'
import { refuseWithPage } from '../problem-page.ts'

/** One request to the console. */
export interface Arrival {
  readonly exchange: Exchange
  readonly credential: Credential
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

export interface ConsoleRoute {
  readonly app: App
  readonly url: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
}

/** No other site leads here: that is refused before it is known who asks. */
export function addConsoleRoute(
  server: FastifyInstance,
  { app, url, methods }: ConsoleRoute,
  answer: (arrival: Arrival) => Promise<void>,
): void {
  server.route({
    method: [...methods],
    url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      const { raw: message, id: requestId } = request
      const exchange = { app, message, response: reply.raw, requestId, operation: 'console' }
      const work = async () => {
        const credential = credentialOf(message)
        refuseOtherSite(credential)
        const params = request.params as Record<string, string>
        const query = request.query as Record<string, unknown>
        await answer({ exchange, credential, params, query })
      }
      await exchangeSafely(exchange, work, refuseWithPage)
      return reply
    },
  })
}
