import { refuseOtherSite } from '../../../road/browser.ts'
import type { Credential } from '../../../road/request.ts'
import type { Exchange } from '../../http/answer.ts'
import { credentialOf } from '../../http/credential.ts'
import type { Route, Router } from '../../http/router.ts'
import { refuseWithPage } from '../problem-page.ts'

/** One request to the console. */
export interface Arrival {
  readonly exchange: Exchange
  readonly credential: Credential
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

/** No other site leads here: that is refused before it is known who asks. */
export function addConsoleRoute(
  router: Router,
  place: Pick<Route, 'url' | 'methods'>,
  answer: (arrival: Arrival) => Promise<void>,
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
