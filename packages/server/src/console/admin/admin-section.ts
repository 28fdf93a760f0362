import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit, PageContent } from '../definitions.ts'

interface AdminSection {
  readonly path: string
  readonly label: string
  readonly about: string
  readonly duringMaintenance?: true
}

/** The sections of the administration. */
const SECTIONS: readonly AdminSection[] = [
  { path: '/console/admin/tokens', label: 'Tokens', about: 'Issue, list and revoke them.' },
  { path: '/console/admin/topics/new', label: 'New topic', about: 'Create a topic; it starts invited.' },
  { path: '/console/admin/audit', label: 'Audit', about: 'Who did what to what, with the reasons.' },
  {
    path: '/console/admin/capacity',
    label: 'Capacity',
    about: 'Stored objects, free space, and limits.',
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
export function openSections({ me }: ConsoleVisit): readonly AdminSection[] {
  return SECTIONS.filter(({ duringMaintenance }) => me !== null || duringMaintenance)
}

/** A page of the administration, below the links to its sections. */
export function inAdminSection(visit: ConsoleVisit, section: string, content: PageContent): PageContent {
  return { ...content, main: html`${sectionsView(visit, section)} ${content.main}` }
}

function sectionsView(visit: ConsoleVisit, section: string): Markup {
  return html`<nav class="parts" aria-label="Administration">
    <ul>
      ${openSections(visit).map(
        ({ path, label }) => html`<li>
          <a href=${path} aria-current=${path === section ? 'page' : null}>${label}</a>
        </li>`,
      )}
    </ul>
  </nav>`
}
