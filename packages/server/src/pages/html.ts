import { html as template } from 'htm/preact'
import { Fragment, h, type VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'

/** A piece of a page. Made by `html` alone, so that every text in it is escaped when it is written out. */
export type Markup = VNode | readonly Markup[]

type Scalar = string | number | boolean | null | undefined

/** Attributes that go together: `<input ...${attributes} />`. */
type Attributes = Readonly<Record<string, Scalar>>

type Value = Markup | Scalar | readonly Value[] | TrustedHtml | Attributes

interface TrustedHtml {
  readonly __html: string
}

/** Markup in JSX's form; parts are plain functions, called in it: `${byline(entry)}`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return template(strings, ...values)
}

/** Only for what a renderer of this folder made: nothing in it is escaped. For `dangerouslySetInnerHTML`. */
export function trustedHtml(text: string): TrustedHtml {
  return { __html: text }
}

export function renderMarkup(markup: Markup): string {
  return renderToStaticMarkup(h(Fragment, null, markup))
}
