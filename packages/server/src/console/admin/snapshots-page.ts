import { type AnswerOf, isCaptured, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { bars } from '../bars.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { formView } from '../form-view.ts'
import { inAdminSection } from './admin-section.ts'
import { bytesText } from './capacity-page.ts'

type Snapshot = AnswerOf<Operations['getSnapshot']>

const PATH = '/console/admin/snapshots'

const captureForm = consoleForm({
  operation: 'createSnapshot',
  path: PATH,
  fields: [],
  done: ({ snapshot_id }) => ({ to: `${PATH}/${snapshot_id}`, notice: 'snapshot_captured' }),
})

export const snapshotsPage: ConsolePage = {
  path: PATH,
  forms: [captureForm],
  duringMaintenance: true,
  async show(visit) {
    const { items, next_cursor } = await visit.api.call('listSnapshots', {
      query: { cursor: visit.query.cursor },
    })
    return inAdminSection(visit, PATH, {
      title: 'Snapshots',
      main: html`<h1>Snapshots</h1>
        <p class="lede">
          One moment of every record, captured while writers go on, and kept until it is released. A backup by${' '}
          <code>npx colophon backup create DIR</code> captures and releases its own.
        </p>
        ${
          visit.me === null
            ? html`<p class="quiet">None can be captured while a recovery is running.</p>`
            : formView(visit, captureForm, { button: 'Capture a snapshot' })
        }
        ${items.length === 0 ? html`<p class="quiet">There is none.</p>` : snapshotList(items)}
        ${nextPage(PATH, { cursor: next_cursor, words: 'Earlier snapshots' })}`,
    })
  },
}

function snapshotList(snapshots: readonly Snapshot[]): Markup {
  return html`<ul class="entries">
    ${snapshots.map(
      ({ snapshot_id, created_at, state, manifest }) => html`<li>
        <h2><a href=${`${PATH}/${snapshot_id}`}>${instantView(created_at)}</a></h2>
        <p class="facts">
          <span class=${`mark ${state}`}>${isCaptured(state) ? 'Captured' : 'Released'}</span>
          ${manifest.blobs.count} objects, ${bytesText(manifest.blobs.bytes)}
        </p>
      </li>`,
    )}
  </ul>`
}

export const snapshotPage: ConsolePage = {
  path: `${PATH}/:id`,
  duringMaintenance: true,
  async show(visit) {
    const { id = '' } = visit.params
    const { created_at, state, manifest } = await visit.api.call('getSnapshot', { params: { id } })
    const rows = [...manifest.tables].sort((one, other) => other.rows - one.rows)
    return inAdminSection(visit, PATH, {
      title: `Snapshot of ${created_at}`,
      main: html`<h1>Snapshot of ${instantView(created_at)}</h1>
        <p class="facts">
          <span class=${`mark ${state}`}>${isCaptured(state) ? 'Captured' : 'Released'}</span>
          version ${manifest.version}, schema ${manifest.schema_version}, ${manifest.blobs.count} objects, ${bytesText(manifest.blobs.bytes)}, <code>${id}</code>
        </p>
        ${isCaptured(state) ? html`<p class="acts"><a class="button" href=${`${PATH}/${id}/release`}>Release it</a></p>` : null}
        <section aria-labelledby="tables">
          <h2 id="tables">Rows by table</h2>
          ${bars(
            'Table',
            rows.map(({ name, rows: count }) => ({
              label: html`<code>${name}</code>`,
              value: count,
              words: String(count),
            })),
          )}
        </section>`,
    })
  },
}

const releaseForm = consoleForm({
  operation: 'releaseSnapshot',
  path: `${PATH}/:id/release`,
  fields: [],
  done: () => ({ to: PATH, notice: 'snapshot_released' }),
})

export const releaseSnapshotPage: ConsolePage = {
  ...confirmPage(releaseForm, async ({ api, params: { id = '' } }) => {
    const { created_at } = await api.call('getSnapshot', { params: { id } })
    return {
      title: 'Release this snapshot?',
      consequence:
        'Its copies are deleted and nobody can read it any more; its manifest stays. Nothing else is deleted.',
      back: { to: `${PATH}/${id}`, words: `Snapshot of ${created_at}` },
      filling: { button: 'Release it' },
    }
  }),
  duringMaintenance: true,
}
