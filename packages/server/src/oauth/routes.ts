import type { App } from '../app.ts'
import type { ConsoleRequest } from '../console/console-route.ts'
import { offersAuthorization } from '../http/authorization-offer.ts'
import { credentialOf, type Router } from '../http/router.ts'
import { refuseWithPage } from '../pages/problem-page.ts'
import { refuseOtherSite } from '../pipeline/browser.ts'
import { answerGive, answerRefuse, answerRegister, answerSignIn } from './answer-consent.ts'
import { answerRevoke, answerToken } from './answer-token.ts'
import { answerAuthorize } from './authorize.ts'
import { addMetadata } from './metadata.ts'
import { AUTHORIZE, CONSENT, REVOKE, TOKEN } from './places.ts'

/** The authorization server: how clients that have no bearer get one, with their visitor's consent. */
export function addAuthorizationServer(router: Router, app: App): void {
  if (!offersAuthorization(app.settings)) return
  addMetadata(router, app)
  const route = { operation: 'authorization' }
  router.add({
    ...route,
    methods: ['GET', 'HEAD'],
    url: AUTHORIZE,
    refuse: refuseWithPage,
    answer: answerAuthorize,
  })
  addConsent(router, CONSENT.register, answerRegister)
  addConsent(router, CONSENT.signIn, answerSignIn)
  addConsent(router, CONSENT.give, answerGive)
  addConsent(router, CONSENT.refuse, answerRefuse)
  router.add({ ...route, methods: ['POST'], url: TOKEN, answer: answerToken })
  router.add({ ...route, methods: ['POST'], url: REVOKE, answer: answerRevoke })
}

/** Other sites lead to the page that asks, and to none of its forms. */
function addConsent(router: Router, url: string, answer: (arrival: ConsoleRequest) => Promise<void>): void {
  router.add({
    operation: 'authorization',
    methods: ['POST'],
    url,
    refuse: refuseWithPage,
    async answer(exchange, { params, query }) {
      const credential = credentialOf(exchange.message)
      refuseOtherSite(credential)
      await answer({ exchange, credential, params, query })
    },
  })
}
