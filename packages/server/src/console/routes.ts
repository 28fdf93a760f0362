import { notFound, Problem } from '../core/problem.ts'
import type { Router } from '../http/router.ts'
import { answerForm } from './answer-form.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import { addConsoleRoute, type ConsoleRequest } from './console-route.ts'
import type { ConsolePage } from './definitions.ts'
import { openVisit } from './open-visit.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { shell } from './shell.ts'
import { addSignIn } from './sign-in.ts'
import { signInAddress } from './sign-in-address.ts'

/** Shows a page; whoever is not signed in is led to the sign-in page first, and then back. */
async function answerRead(page: ConsolePage, arrival: ConsoleRequest): Promise<void> {
  const { exchange } = arrival
  try {
    const visit = await openVisit(page, arrival)
    const content = await page.show(visit)
    await answerWithConsolePage(exchange, shell(page, content, visit), { status: 200 })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error
    answerWithPlace(exchange, signInAddress(String(exchange.message.url)))
  }
}

/** The console: pages and forms for whoever is signed in. */
export function addConsole(router: Router): void {
  for (const page of CONSOLE_PAGES) {
    addConsoleRoute(router, { url: page.path, methods: ['GET', 'HEAD'] }, (arrival) =>
      answerRead(page, arrival),
    )
    for (const form of page.forms ?? [])
      addConsoleRoute(router, { url: form.path, methods: ['POST'] }, (arrival) =>
        answerForm({ page, form }, arrival),
      )
  }
  addSignIn(router)
  addConsoleRoute(router, { url: '/console/*', methods: ['GET', 'HEAD', 'POST'] }, async () => {
    throw notFound()
  })
}
