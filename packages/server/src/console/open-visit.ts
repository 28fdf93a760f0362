import { Problem } from '../core/problem.ts'
import { type Api, createApi } from '../pages/api.ts'
import type { ConsoleRequest } from './console-route.ts'
import type { ConsolePage, ConsoleVisit, MeAnswer } from './definitions.ts'

/** Opens an API client for a caller with a session; the pipeline refuses everybody else. */
export async function openVisit(
  page: ConsolePage,
  { exchange, credential, params, query }: ConsoleRequest,
): Promise<ConsoleVisit> {
  const { app, requestId } = exchange
  const api = createApi(app, { credential, requestId, network: null })
  const session = await api.call('getSession')
  const me = page.duringMaintenance ? await readMeIfOpen(api) : await api.call('getMe')
  return { app, api, session, me, params, query, attempt: null }
}

/** During a recovery nobody is told what they may do; a session is still a session. */
async function readMeIfOpen(api: Api): Promise<MeAnswer | null> {
  try {
    return await api.call('getMe')
  } catch (error) {
    if (error instanceof Problem && error.code === 'maintenance') return null
    throw error
  }
}
