import { html, type Markup } from '../../html.ts'
import type { Sheet, SignedIn } from '../definitions.ts'

interface Part {
  readonly path: string
  readonly label: string
  readonly about: string
  readonly duringMaintenance?: true
}

/** The parts of the administrator's room. */
const PARTS: readonly Part[] = [
  { path: '/console/admin/tokens', label: 'Tokens', about: 'Issue, list and revoke them.' },
  { path: '/console/admin/topics/new', label: 'New topic', about: 'Make a topic; it starts invited.' },
  { path: '/console/admin/audit', label: 'Audit', about: 'Who did what to what, with the reasons given.' },
  {
    path: '/console/admin/capacity',
    label: 'Capacity',
    about: 'What is stored, what is free, which limits hold.',
  },
  {
    path: '/console/admin/snapshots',
    label: 'Snapshots',
    about: 'Capture one moment of every record, and release it.',
    duringMaintenance: true,
  },
  {
    path: '/console/admin/recovery',
    label: 'Recovery',
    about: 'Restore a backup, and rebuild what is derived from the records.',
    duringMaintenance: true,
  },
]

/** Where a recovery holds the lock, only what works then is offered. */
export function partsOpen({ me }: SignedIn): readonly Part[] {
  return PARTS.filter(({ duringMaintenance }) => me !== null || duringMaintenance)
}

/** A page of the room, below the links to its parts. */
export function inRoom(visit: SignedIn, part: string, sheet: Sheet): Sheet {
  return { ...sheet, main: html`${partsView(visit, part)} ${sheet.main}` }
}

function partsView(visit: SignedIn, part: string): Markup {
  return html`<nav class="parts" aria-label="Administration">
    <ul>
      ${partsOpen(visit).map(
        ({ path, label }) => html`<li>
          <a href=${path} aria-current=${path === part ? 'page' : null}>${label}</a>
        </li>`,
      )}
    </ul>
  </nav>`
}
