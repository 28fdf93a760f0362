import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { topicAddress } from '../topics/topics-page.ts'
import { inAdminSection } from './admin-section.ts'

const topicForm = consoleForm({
  operation: 'createTopic',
  path: '/console/admin/topics/new',
  fields: [
    {
      name: '/id',
      label: 'Name in addresses',
      hint: 'Lower case letters, digits and single hyphens. It never changes.',
      control: { kind: 'line' },
      isRequired: true,
    },
    { name: '/title', label: 'Title', control: { kind: 'line' }, isRequired: true },
    {
      name: '/summary',
      label: 'Summary',
      hint: 'In one line.',
      control: { kind: 'line' },
      isRequired: true,
    },
  ],
  done: ({ id }) => ({ to: topicAddress(id), notice: 'topic_made' }),
})

export const newTopicPage: ConsolePage = {
  path: topicForm.path,
  forms: [topicForm],
  show: (visit) =>
    inAdminSection(visit, topicForm.path, {
      title: 'Make a topic',
      main: html`<h1>Make a topic</h1>
        <p class="lede">It starts invited, with the default policy; its curators open it to readers.</p>
        ${formView(visit, topicForm, { button: 'Make the topic' })}`,
    }),
}
