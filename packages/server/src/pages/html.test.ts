import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, divAround, html, renderMarkup } from './html.ts'

const textOf = (...parts: Parameters<typeof bytesOf>) => Buffer.concat(bytesOf(...parts)).toString()

test('bytes stand where their element is, unread, and what else looks like their place is text', () => {
  const bytes = Buffer.from('<p>Zähne <!--1--> 🪚</p>')
  const title = '<!--0-->'
  const page = html`<h1 title=${title}>${title}</h1>
    ${divAround(bytes, { class: 'text' })}
    <section>${divAround(Buffer.from('two'), {})}</section>
    <p>${title}</p>`
  const shown = '&lt;!--0-->'
  assert.equal(
    textOf(renderMarkup(page)),
    `<h1 title="${shown}">${shown}</h1><div class="text">${bytes}</div><section><div>two</div></section><p>${shown}</p>`,
  )
})

test('a page without any is its text', () => {
  assert.equal(textOf(renderMarkup(html`<p>One & two</p>`)), '<p>One &amp; two</p>')
})
