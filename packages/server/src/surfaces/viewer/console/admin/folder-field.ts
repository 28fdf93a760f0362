import { html, type Markup } from '../../html.ts'

/** Chooses a folder; the island reads it, and nothing leaves the browser with a form. */
export function folderField(label: string): Markup {
  return html`<div class="field">
    <label for="folder">${label}</label>
    <input type="file" id="folder" webkitdirectory multiple />
  </div>`
}
