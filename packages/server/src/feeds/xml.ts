/** Text that is XML already. */
export interface Xml {
  readonly xml: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A piece of XML whose values are escaped, for content and for attributes in double quotes. Everything that is
 * stored is free of characters that XML does not know.
 */
export function xml(parts: TemplateStringsArray, ...values: readonly (string | Xml | readonly Xml[])[]): Xml {
  return { xml: parts.map((part, place) => part + rendered(values[place] ?? '')).join('') }
}

function rendered(value: string | Xml | readonly Xml[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found)
  return 'xml' in value ? value.xml : value.map((one) => one.xml).join('')
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`
}
