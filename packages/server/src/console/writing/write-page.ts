import { html } from '../../pages/html.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { newForm, taskHeld, taskValues } from './draft-form.ts'
import { citationFinder, draftButtons, taskHead } from './draft-tools.ts'
import { previewView } from './preview-view.ts'

/** A new entry. */
export const writePage: ConsolePage = {
  path: '/console/write',
  forms: [newForm],
  islands: ['draft.js', 'lease.js'],
  async show(visit) {
    const task = await taskHeld(visit)
    return {
      title: 'Write',
      main: html`<header class="title">
          <h1>Write</h1>
          <p class="lede">A new article or observation. To revise one, open it in the reading room.</p>
          ${taskHead(task, visit)}
        </header>
        <div class="drafting">
          ${formView(visit, newForm, {
            values: { '/kind': 'article', ...taskValues(task), ...wished(visit) },
            button: 'Submit the proposal',
            tools: await citationFinder(visit),
            buttons: draftButtons(task, visit),
          })}
          ${await previewView(visit)}
        </div>`,
    }
  },
}

/** A link may name the path. */
function wished({ query }: ConsoleVisit): Record<string, string> {
  return typeof query.path === 'string' ? { '/path': query.path } : {}
}
