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

/** A `div` around HTML in UTF-8, which the same renderer wrote: nothing looks at it until the document becomes bytes. */
export function divAround(bytes: Uint8Array, attributes: Attributes): Markup {
  const around = (_props: object, { pieces }: { pieces: Uint8Array[] }) => {
    const place = `<!--${pieces.push(bytes) - 1}-->`
    return h('div', { ...attributes, dangerouslySetInnerHTML: trustedHtml(place) })
  }
  return h(around, null)
}

/** Markup that is written out, in which a comment such as `<!--0-->` stands for the first piece: every other `<!--` is escaped. */
export interface Written {
  readonly text: string
  readonly pieces: readonly Uint8Array[]
}

export function renderMarkup(markup: Markup): Written {
  const pieces: Uint8Array[] = []
  return { text: renderToStaticMarkup(h(Fragment, null, markup), { pieces }), pieces }
}

const PLACE = /<!--(\d+)-->/

/** In the order of the document, with the pieces in their places. */
export function bytesOf({ text, pieces }: Written): Uint8Array[] {
  return text
    .split(PLACE)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : (pieces[Number(part)] ?? Buffer.alloc(0))))
}
