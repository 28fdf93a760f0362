import { html } from '../../html.ts'
import type { ConsolePage } from '../definitions.ts'
import { inRoom, partsOpen } from './room.ts'

/** Leads to the parts of the room. */
export const adminPage: ConsolePage = {
  path: '/console/admin',
  duringMaintenance: true,
  show: (visit) =>
    inRoom(visit, '/console/admin', {
      title: 'Administration',
      main: html`<h1>Administration</h1>
        ${
          visit.me === null
            ? html`<p class="lede">A recovery holds the press: only the snapshots and the recovery can be used now.</p>`
            : html`<p class="lede">Who may do what, what was done, and how the press is kept.</p>`
        }
        <ul class="topics">
          ${partsOpen(visit).map(
            ({ path, label, about }) => html`<li>
              <h2><a href=${path}>${label}</a></h2>
              <p>${about}</p>
            </li>`,
          )}
        </ul>`,
    }),
}
