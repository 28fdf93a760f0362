import { html, type Markup } from '../../html.ts'
import type { SignedIn } from '../definitions.ts'
import { instantView } from '../instant-view.ts'
import type { Task } from './task-words.ts'

/** The lease as it stands; the island counts it down and renews it while the page is open. */
export function leaseView(task: Task, { app, session }: SignedIn): Markup | null {
  const { task_id, generation, lease_until, leased_to_me } = task
  if (lease_until === null || !leased_to_me) return null
  const seconds = (Date.parse(lease_until) - Date.parse(app.now())) / 1000
  return html`<p
    class="lease"
    data-task=${task_id}
    data-generation=${generation}
    data-seconds=${Math.floor(seconds)}
    data-full=${app.settings.leaseSeconds}
    data-csrf=${session.csrf_token}
  >
    You hold this task until ${instantView(lease_until)}. <span class="countdown" aria-hidden="true"></span>
    <span role="status"></span>
  </p>`
}
