import { type AnswerOf, isRestore, isRunning, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsolePage, type ConsoleVisit, consoleForm } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { formView } from '../form-view.ts'
import { inAdminSection } from './admin-section.ts'
import { folderField } from './restore-page.ts'
import { RECOVERY_PATH, reasonNotToRestore, startView } from './start-recovery.ts'

type Job = AnswerOf<Operations['continueRecovery']>

const PATH = RECOVERY_PATH

const PHASES: Readonly<Record<Job['kind'], readonly Job['phase'][]>> = {
  restore: ['verify_blobs', 'load_tables', 'build_projections', 'complete'],
  rebuild: ['build_projections', 'complete'],
}

const KIND_WORDS: Readonly<Record<Job['kind'], string>> = { restore: 'Restore', rebuild: 'Rebuild' }

const PHASE_WORDS: Readonly<Record<Job['phase'], string>> = {
  verify_blobs: 'Check every object',
  load_tables: 'Load the records',
  build_projections: 'Build what is derived from the records',
  complete: 'Open the press again',
}

const stepForm = consoleForm({
  operation: 'continueRecovery',
  path: `${PATH}/:id`,
  fields: [
    { name: '/expected_phase', label: 'Phase', control: { kind: 'carried', as: 'text' } },
    { name: '/expected_cursor', label: 'Cursor', control: { kind: 'carried', as: 'text' } },
    { name: '/expected_offset', label: 'Offset', control: { kind: 'carried', as: 'number' } },
  ],
  done: ({ state }) => ({
    to: PATH,
    notice: isRunning(state) ? 'recovery_continued' : 'recovery_completed',
  }),
})

/** The newest job: how far it is, and its next step. It works while the job holds the server. */
export const recoveryPage: ConsolePage = {
  path: PATH,
  forms: [stepForm],
  islands: ['material.js', 'recovery.js'],
  duringMaintenance: true,
  async show(visit) {
    const { job } = await visit.api.call('getRecovery')
    return inAdminSection(visit, PATH, {
      title: 'Recovery',
      main: html`<h1>Recovery</h1>
        ${job === null ? html`<p class="quiet">No job has run here.</p>` : jobView(job, visit)}
        ${isRunning(job?.state) ? null : startView(await reasonNotToRestore(visit))}`,
    })
  },
}

function jobView(job: Job, visit: ConsoleVisit): Markup {
  const { job_id, kind, state, progress, started_at, completed_at } = job
  return html`<section aria-labelledby="job">
    <h2 id="job">${KIND_WORDS[kind]}</h2>
    <p class="facts">
      <span class=${`mark ${state}`}>${isRunning(state) ? 'Running' : 'Complete'}</span> started ${instantView(started_at)}${completed_at === null ? null : html`, complete ${instantView(completed_at)}`} <code>${job_id}</code>
    </p>
    ${
      isRunning(state)
        ? html`<label for="progress">${PHASE_WORDS[job.phase]}: <span id="done">${progress.done} of ${progress.total}</span></label>
            <progress id="progress" value=${progress.done} max=${Math.max(1, progress.total)}></progress>
            ${phasesView(job)} ${stepView(job, visit)}`
        : null
    }
  </section>`
}

function phasesView({ kind, phase }: Job): Markup {
  return html`<ol class="phases">
    ${PHASES[kind].map((one) => html`<li aria-current=${one === phase ? 'step' : null}>${PHASE_WORDS[one]}</li>`)}
  </ol>`
}

/** The island reads where the job stands from the form, and goes on from there. */
function stepView({ job_id, kind, phase, cursor, offset }: Job, visit: ConsoleVisit): Markup {
  return html`<div id="drive" data-job=${job_id}>
    ${formView(visit, stepForm, {
      params: { id: job_id },
      values: {
        '/expected_phase': phase,
        '/expected_cursor': cursor ?? '',
        '/expected_offset': String(offset),
      },
      button: 'Do the next step',
      buttons: html`<button type="button" id="to-the-end" hidden>Go on to the end</button>`,
    })}
    <p id="said" role="status"></p>
    ${isRestore(kind) ? materialView(visit) : null}
  </div>`
}

/** What the last step found missing or altered, and how it comes here: all of it from a folder, or one by one. */
function materialView({ attempt }: ConsoleVisit): Markup {
  const missing = attempt?.problem?.facts.missing ?? []
  return html`${missing.length === 0 ? null : html`<h3>Missing or altered</h3>`}
    <ul class="missing">
      ${missing.map(
        (hash) => html`<li data-hash=${hash}>
          <code>${hash}</code>
          <span class="side-by-side">
            <a href=${`${PATH}/pages/${hash}`}>Bring the page</a> <a href=${`${PATH}/blobs/${hash}`}>Bring the object</a>
          </span>
        </li>`,
      )}
    </ul>
    <section id="material" class="form" aria-labelledby="material-title" hidden>
      <h3 id="material-title">From the folder of the backup</h3>
      <p>Choose it, or some of its files: the page uploads from there what a step finds missing.</p>
      ${folderField('Folder')}
      <div class="field">
        <label for="files">Or files of it</label>
        <input type="file" id="files" multiple />
      </div>
      <progress id="brought" value="0" hidden aria-label="Brought"></progress>
      <p id="told" role="status"></p>
    </section>`
}

const rebuildForm = consoleForm({
  operation: 'startRecovery',
  path: `${PATH}/rebuild`,
  fields: [{ name: '/kind', label: 'Kind', control: { kind: 'carried', as: 'text' } }],
  done: () => ({ to: PATH, notice: 'rebuild_started' }),
})

export const rebuildPage = confirmPage(rebuildForm, async () => ({
  title: 'Rebuild what is derived?',
  consequence:
    'From now until the job is complete, the press answers only this section. You cannot cancel it. No record changes.',
  back: { to: PATH, words: 'Recovery' },
  filling: { values: { '/kind': 'rebuild' }, button: 'Start the rebuild' },
}))
