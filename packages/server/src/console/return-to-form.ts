import { Problem } from '../core/problem.ts'
import { answerWithConsolePage } from './answers.ts'
import type { ConsoleRequest } from './console-route.ts'
import type { AnyForm, ConsolePage } from './definitions.ts'
import { openVisit } from './open-visit.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { shell } from './shell.ts'
import type { PendingForm } from './sign-in-page.ts'

/** Shows the form again whose session had ended, for the new session; false where there is no such form. */
export async function returnToForm(
  arrival: ConsoleRequest,
  kept: PendingForm,
  headers: readonly string[],
): Promise<boolean> {
  const found = findForm(kept.action)
  if (found === null) return false
  const { page, form, params } = found
  try {
    const visit = await openVisit(page, { ...arrival, params })
    const attempt = { action: kept.action, form, typed: kept.typed, leftOut: [], problem: null }
    const content = await page.show({ ...visit, attempt })
    await answerWithConsolePage(arrival.exchange, shell(page, content, { ...visit, attempt }), {
      status: 200,
      headers,
    })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function findForm(
  action: string,
): { page: ConsolePage; form: AnyForm; params: Record<string, string> } | null {
  for (const page of CONSOLE_PAGES)
    for (const form of page.forms ?? []) {
      const params = matchPath(form.path, action)
      if (params !== null) return { page, form, params }
    }
  return null
}

/** The parameters of a path, as the router reads them. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const said = given[place] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = said
    else if (part !== said) return null
  }
  return params
}
