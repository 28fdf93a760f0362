import { html, type Markup } from '../../pages/html.ts'
import { type ConsolePage, type ConsoleVisit, consoleForm } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { RECOVERY_PATH, reasonNotToRestore } from './start-recovery.ts'

/** Chooses a folder; the island reads it, and nothing leaves the browser with a form. */
export function folderField(label: string): Markup {
  return html`<div class="field">
    <label for="folder">${label}</label>
    <input type="file" id="folder" webkitdirectory multiple />
  </div>`
}

const restoreForm = consoleForm({
  operation: 'startRecovery',
  path: `${RECOVERY_PATH}/restore`,
  isLarge: true,
  fields: [
    { name: '/kind', label: 'Kind', control: { kind: 'carried', as: 'text' } },
    {
      name: '/manifest',
      label: 'Manifest',
      hint: 'Version 2: a file in the folder manifests of the backup.',
      control: { kind: 'json', rows: 8 },
    },
    {
      name: 'legacy',
      label: 'A legacy snapshot instead',
      hint: 'Version 1: one JSON value with everything in it. It needs nothing else.',
      control: {
        kind: 'together',
        isFolded: true,
        fields: [{ name: '/snapshot', label: 'Snapshot', control: { kind: 'json', rows: 8 } }],
      },
    },
  ],
  done: () => ({ to: RECOVERY_PATH, notice: 'restore_started' }),
})

/** Starts a restore, once what it needs is here; what is not is asked for by the steps. */
export const restorePage: ConsolePage = {
  path: restoreForm.path,
  forms: [restoreForm],
  islands: ['material.js', 'from-file.js'],
  duringMaintenance: true,
  async show(visit) {
    const reason = await reasonNotToRestore(visit)
    // What was typed is shown again, whatever has become of the server meanwhile.
    const isOpen = reason === null || visit.attempt !== null
    return {
      title: 'Restore a backup?',
      main: html`<p class="eyebrow"><a href=${RECOVERY_PATH}>Recovery</a></p>
        <h1>Restore a backup?</h1>
        ${reason === null ? consequence() : html`<p class="lede">${reason}</p>`} ${isOpen ? restoreView(visit) : null}`,
    }
  },
}

function consequence(): Markup {
  return html`<p class="lede">
    From the start, and until the job is complete, the press answers nobody but this room: a restore cannot be given up.
    Identities and tokens that are here stay beside the restored ones. All sessions end, and every topic is invited until
    a curator opens it again.
  </p>`
}

function restoreView(visit: ConsoleVisit): Markup {
  return html`<section id="material" class="form" aria-labelledby="material-title" hidden>
      <h2 id="material-title">What it needs</h2>
      <p>
        Choose the folder that <code>colophon backup create</code> made. Bring what the backup names before the restore
        begins: the press is away for a shorter time.
      </p>
      ${folderField('Folder')}
      <div id="backups" hidden>
        <div class="field">
          <label for="backup">Backup</label>
          <select id="backup"></select>
        </div>
        <p class="acts"><button type="button" id="bring" class="main">Bring its pages and objects</button></p>
      </div>
      <progress id="brought" value="0" hidden aria-label="Brought"></progress>
      <p id="told" role="status"></p>
    </section>
    <section aria-labelledby="restore-title">
      <h2 id="restore-title">The restore</h2>
      ${formView(visit, restoreForm, {
        values: { '/kind': 'restore' },
        button: 'Start the restore',
        isFinal: true,
      })}
    </section>`
}
