import { Problem } from '../../../core/problem.ts'
import { type Door, openDoor } from '../door.ts'
import type { Arrival } from './console-route.ts'
import type { ConsolePage, Me, SignedIn } from './definitions.ts'

/** Opens the door for whoever has a session; the road refuses everybody else. */
export async function openVisit(
  page: ConsolePage,
  { exchange, credential, params, query }: Arrival,
): Promise<SignedIn> {
  const { app, requestId } = exchange
  const door = openDoor(app, { credential, requestId, network: null })
  const session = await door.call('getSession')
  const me = page.duringMaintenance ? await readMeIfOpen(door) : await door.call('getMe')
  return { app, door, session, me, params, query, attempt: null }
}

/** During a recovery nobody is told what they may do; a session is still a session. */
async function readMeIfOpen(door: Door): Promise<Me | null> {
  try {
    return await door.call('getMe')
  } catch (error) {
    if (error instanceof Problem && error.code === 'maintenance') return null
    throw error
  }
}
