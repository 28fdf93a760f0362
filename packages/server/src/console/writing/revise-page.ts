import { html } from '../../pages/html.ts'
import type { Visit } from '../../pages/page.ts'
import { bodyOfRevision } from '../../text/front-matter.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import type { Option } from '../fields.ts'
import { formView } from '../form-view.ts'
import { rowOf } from './draft-fields.ts'
import { revisionForm, taskHeld, taskValues } from './draft-form.ts'
import { citationFinder, draftButtons, taskHead } from './draft-tools.ts'
import { previewView } from './preview-view.ts'

/** A revision of an entry, which begins with the head as it is. */
export const revisePage: ConsolePage = {
  path: '/console/write/:uuid',
  forms: [revisionForm],
  islands: ['draft.js', 'lease.js'],
  async show(visit) {
    const entry = await visit.api.call('getEntry', { params: { uuid: visit.params.uuid ?? '' } })
    const task = await taskHeld(visit)
    const values = visit.attempt === null ? await valuesOf(visit, entry) : {}
    return {
      title: `Revise ${entry.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${`/read${entry.path}`}>${entry.path}</a></p>
          <h1>Revise ${entry.title}</h1>
          ${taskHead(task, visit)}
        </header>
        <div class="drafting">
          ${formView(visit, revisionForm, {
            values: { ...values, ...taskValues(task), '/entry_id': entry.entry_id },
            options: { '/expected_parent_hash': parents(visit, entry.content_hash) },
            button: 'Submit the revision',
            tools: await citationFinder(visit),
            buttons: draftButtons(task, visit),
          })}
          ${await previewView(visit)}
        </div>`,
    }
  },
}

type Head = Awaited<ReturnType<typeof readHead>>

function readHead({ api }: Visit, uuid: string) {
  return api.call('getEntry', { params: { uuid } })
}

async function valuesOf({ api }: Visit, entry: Head): Promise<Record<string, string>> {
  const bytes = await api.call('readObject', { params: { sha256: entry.content_hash } })
  return {
    '/expected_parent_hash': entry.content_hash,
    '/kind': entry.document_kind,
    '/title': entry.title,
    '/summary': entry.summary,
    '/path': entry.path,
    '/body': bodyOfRevision(bytes),
    '/applicability': entry.applicability ?? '',
    ...Object.assign({}, ...entry.references.map(rowOf)),
  }
}

/** When the head has changed under the draft it is the author who says that the change is carried over. */
function parents({ attempt }: ConsoleVisit, head: string): Option[] {
  const begun = attempt?.typed.first('/expected_parent_hash') || head
  if (begun === head) return [{ value: head, label: `the head, ${head.slice(0, 12)}` }]
  return [
    { value: begun, label: `${begun.slice(0, 12)}, with which it was begun` },
    {
      value: head,
      label: `${head.slice(0, 12)}, the head now`,
      hint: 'Choose it once you have carried your change over to it.',
    },
  ]
}
