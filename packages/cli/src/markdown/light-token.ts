import type { Token } from 'markdown-it'

type Attribute = [name: string, value: string | number]

/**
 * A token as the library makes it, in a fifth of the time: its own class defines each member by itself, and a large text has
 * tens of thousands of tokens.
 */
export class LightToken implements Token {
  attrs: Attribute[] | null = null
  map: [number, number] | null = null
  level = 0
  children: Token[] | null = null
  content = ''
  markup = ''
  info = ''
  meta: Record<string, unknown> | null = null
  block = false
  hidden = false
  type: string
  tag: string
  nesting: -1 | 0 | 1

  constructor(type: string, tag: string, nesting: -1 | 0 | 1) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
  }

  attrIndex(name: string): number {
    return this.attrs?.findIndex(([known]) => known === name) ?? -1
  }

  attrPush(attribute: Attribute): void {
    this.attrs = [...(this.attrs ?? []), attribute]
  }

  attrSet(name: string, value: string | number): void {
    const known = this.attrs?.find((attribute) => attribute[0] === name)
    if (known === undefined) this.attrPush([name, value])
    else known[1] = value
  }

  attrGet(name: string): string | number | null {
    return this.attrs?.find((attribute) => attribute[0] === name)?.[1] ?? null
  }

  attrJoin(name: string, value: string | number): void {
    const known = this.attrGet(name)
    this.attrSet(name, known === null ? value : `${known} ${value}`)
  }
}

export function textToken(content: string): LightToken {
  const token = new LightToken('text', '', 0)
  token.content = content
  return token
}
