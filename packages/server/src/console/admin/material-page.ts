import type { OperationId } from '@colophon/contract'
import { isHash } from '@colophon/contract'
import { notFound } from '../../core/problem.ts'
import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { formView } from '../form-view.ts'
import type { Notice } from '../notices.ts'
import { RECOVERY_PATH } from './start-recovery.ts'

interface Material<Id extends OperationId> {
  readonly operation: Id
  /** The folder of a backup that has it, and the last part but one of the address. */
  readonly folder: 'pages' | 'blobs'
  readonly name: string
  readonly notice: Notice
  readonly other: { readonly folder: 'pages' | 'blobs'; readonly words: string }
}

/** Brings one page or one object, as text: every one of them is text. */
function materialPage<Id extends OperationId>(material: Material<Id>): ConsolePage {
  const { folder, name, other } = material
  const form = consoleForm({
    operation: material.operation,
    path: `${RECOVERY_PATH}/${folder}/:sha256`,
    isLarge: true,
    fields: [
      {
        name: '/bytes',
        label: 'Its text',
        hint: 'Exact to the last character: an article ends with a newline.',
        control: { kind: 'bytes', rows: 14 },
      },
    ],
    done: () => ({ to: RECOVERY_PATH, notice: material.notice }),
  })
  return {
    path: form.path,
    forms: [form],
    islands: ['from-file.js'],
    duringMaintenance: true,
    show(visit) {
      const { sha256 = '' } = visit.params
      if (!isHash(sha256)) throw notFound()
      const place = `${folder}/${sha256.slice(0, 2)}/${sha256}`
      return {
        title: `Bring ${name}`,
        main: html`<p class="eyebrow"><a href=${RECOVERY_PATH}>Recovery</a></p>
          <h1>Bring ${name}</h1>
          <p class="lede">In the folder of a backup it is <code>${place}</code>. What has another hash is refused.</p>
          <p><a href=${`${RECOVERY_PATH}/${other.folder}/${sha256}`}>${other.words}</a></p>
          ${formView(visit, form, { button: 'Bring it' })}`,
      }
    },
  }
}

export const bringPagePage = materialPage({
  operation: 'stagePage',
  folder: 'pages',
  name: 'a page',
  notice: 'page_brought',
  other: { folder: 'blobs', words: 'It is among the blobs: an object' },
})

export const bringObjectPage = materialPage({
  operation: 'stageBlob',
  folder: 'blobs',
  name: 'an object',
  notice: 'object_brought',
  other: { folder: 'pages', words: 'It is among the pages' },
})
