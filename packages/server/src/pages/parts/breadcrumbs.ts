import { html, type Markup } from '../html.ts'

/** Where a page is, from all topics down to its folder; `last` is what it is of an article, where it is not the text. */
export function breadcrumbs(
  topic: { readonly id: string; readonly title: string },
  { path, last = null }: { path: string | null; last?: string | Markup | null },
): Markup {
  const steps = [
    html`<a href="/topics">Topics</a>`,
    html`<a href=${`/topics/${topic.id}`} dir="auto">${topic.title}</a>`,
    ...(path === null ? [] : foldersOf(path).map(({ name, under }) => folderLink(topic.id, { name, under }))),
    ...(last === null ? [] : [html`<span>${last}</span>`]),
  ]
  return html`<nav class="eyebrow crumbs" aria-label="Breadcrumbs">
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </nav>`
}

function folderLink(id: string, { name, under }: { name: string; under: string }): Markup {
  return html`<a href=${`/topics/${id}/contents?${new URLSearchParams({ under })}`}>${name}</a>`
}

/** The folders between a topic and an article: of `/tools/hand/saws/rip` these are `hand` and `saws`. */
export function foldersOf(path: string): readonly { name: string; under: string }[] {
  const names = path.split('/').slice(1)
  return names.slice(1, -1).map((name, place) => ({ name, under: `/${names.slice(0, place + 2).join('/')}` }))
}
