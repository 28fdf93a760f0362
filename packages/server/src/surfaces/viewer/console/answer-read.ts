import { Problem } from '../../../core/problem.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import type { Arrival } from './console-route.ts'
import type { ConsolePage } from './definitions.ts'
import { openVisit } from './open-visit.ts'
import { shell } from './shell.ts'
import { signInAddress } from './sign-in-address.ts'

/** Shows a page; whoever is not signed in is led to the door first, and then back. */
export async function answerRead(page: ConsolePage, arrival: Arrival): Promise<void> {
  const { exchange } = arrival
  try {
    const visit = await openVisit(page, arrival)
    const sheet = await page.show(visit)
    await answerWithConsolePage(exchange, shell(page, sheet, visit), { status: 200 })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error
    answerWithPlace(exchange, signInAddress(String(exchange.message.url)))
  }
}
