import { html } from '../../pages/html.ts'
import type { ConsolePage } from '../definitions.ts'
import { inAdminSection, openSections } from './admin-section.ts'

/** Links to the sections of the administration. */
export const adminPage: ConsolePage = {
  path: '/console/admin',
  duringMaintenance: true,
  show: (visit) =>
    inAdminSection(visit, '/console/admin', {
      title: 'Administration',
      main: html`<h1>Administration</h1>
        ${
          visit.me === null
            ? html`<p class="lede">A recovery is running: only snapshots and the recovery work now.</p>`
            : html`<p class="lede">Access, history and maintenance of the press.</p>`
        }
        <ul class="topics">
          ${openSections(visit).map(
            ({ path, label, about }) => html`<li>
              <h2><a href=${path}>${label}</a></h2>
              <p>${about}</p>
            </li>`,
          )}
        </ul>`,
    }),
}
