import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app.ts'
import { notFound } from '../../../core/problem.ts'
import { answerForm } from './answer-form.ts'
import { answerRead } from './answer-read.ts'
import { addConsoleRoute } from './console-route.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { addSignIn } from './sign-in.ts'

/** The console: pages and forms for whoever is signed in. */
export function addConsole(server: FastifyInstance, app: App): void {
  for (const page of CONSOLE_PAGES) {
    addConsoleRoute(server, { app, url: page.path, methods: ['GET', 'HEAD'] }, (arrival) =>
      answerRead(page, arrival),
    )
    for (const form of page.forms ?? [])
      addConsoleRoute(server, { app, url: form.path, methods: ['POST'] }, (arrival) =>
        answerForm({ page, form }, arrival),
      )
  }
  addSignIn(server, app)
  addConsoleRoute(server, { app, url: '/console/*', methods: ['GET', 'HEAD', 'POST'] }, async () => {
    throw notFound()
  })
}
