import type { Exchange } from '../http/answer.ts'
import { credentialOf, type Route, type Router } from '../http/router.ts'
import { refuseWithPage } from '../pages/problem-page.ts'
import { refuseOtherSite } from '../pipeline/browser.ts'
import type { Credential } from '../pipeline/request.ts'

/** One request to the console. */
export interface ConsoleRequest {
  readonly exchange: Exchange
  readonly credential: Credential
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

/** No other site leads here: that is refused before it is known who asks. */
export function addConsoleRoute(
  router: Router,
  place: Pick<Route, 'url' | 'methods'>,
  answer: (arrival: ConsoleRequest) => Promise<void>,
): void {
  router.add({
    ...place,
    operation: 'console',
    refuse: refuseWithPage,
    async answer(exchange, { params, query }) {
      const credential = credentialOf(exchange.message)
      refuseOtherSite(credential)
      await answer({ exchange, credential, params, query })
    },
  })
}
