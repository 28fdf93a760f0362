import { isRunning } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit } from '../definitions.ts'

export const RECOVERY_PATH = '/console/admin/recovery'

/** Why nothing can be restored here, in words; null where it can. */
export async function reasonNotToRestore({ api, me }: ConsoleVisit): Promise<string | null> {
  const { job } = await api.call('getRecovery')
  if (me === null || isRunning(job?.state)) return 'A job is running. Wait until it ends.'
  const { rows } = await api.call('getCapacity')
  if (rows.publications === 0) return null
  return 'You cannot restore here: a restore needs a press that has never published anything.'
}

/** What may be begun while nothing is running. */
export function startView(reason: string | null): Markup {
  return html`<section aria-labelledby="start">
    <h2 id="start">Start a job</h2>
    <p>
      A restore fills a press that has never published anything with what a backup holds. A rebuild makes what is
      derived from the records anew: heads, aliases, counts.
    </p>
    ${reason === null ? null : html`<p class="quiet">${reason}</p>`}
    <p class="acts">
      ${reason === null ? html`<a class="button" href=${`${RECOVERY_PATH}/restore`}>Restore a backup</a>` : null}
      <a class="button" href=${`${RECOVERY_PATH}/rebuild`}>Rebuild</a>
    </p>
  </section>`
}
