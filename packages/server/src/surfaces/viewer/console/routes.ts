import { notFound } from '../../../core/problem.ts'
import type { Router } from '../../http/router.ts'
import { answerForm } from './answer-form.ts'
import { answerRead } from './answer-read.ts'
import { addConsoleRoute } from './console-route.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { addSignIn } from './sign-in.ts'

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
