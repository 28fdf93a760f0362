import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import type { Site } from './site.ts'

/** A page of the console as it came over the wire. */
export interface ConsoleAnswer {
  readonly status: number
  readonly html: string
  readonly location: string | null
  header(name: string): string | null
  /** What a form of the page holds, by the names of its fields; fails where there is no such form. */
  form(action: string): Fields
  /** The actions of all its forms that are sent. */
  actions(): string[]
  /** The text of an element with this class, without its markup. */
  said(className: string): string | null
}

export type Fields = Readonly<Record<string, string | readonly string[]>>
export type Headers = Readonly<Record<string, string>>

/** Somebody at the console, with a browser's headers and its cookie, and without the browser. */
export interface Visitor {
  open(path: string, headers?: Headers): Promise<ConsoleAnswer>
  /** Sends fields as a form; those of the page go along when they come from `form`. */
  send(path: string, fields: Fields, headers?: Headers): Promise<ConsoleAnswer>
  /** Opens a page, fills in one of its forms and sends it. */
  fill(path: string, action: string, typed: Fields): Promise<ConsoleAnswer>
  cookie(): string
}

const ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** Signs in with a token, as its page asks for it. */
export async function signIn(site: Site, token: string): Promise<Visitor> {
  const visitor = signedOut(site)
  const entered = await visitor.fill('/console/sign-in', '/console/sign-in', { token })
  assert.equal(entered.status, 303, entered.html)
  return visitor
}

/** Somebody with a browser and nothing else. */
export function signedOut(site: Site): Visitor {
  let cookie = ''
  const keep = (answer: Answer) => {
    const set = answer.header('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    return consoleAnswer(answer)
  }
  const own = () => ({ accept: ACCEPT, ...(cookie === '' ? {} : { cookie }) })
  const open: Visitor['open'] = async (path, headers = {}) =>
    keep(await site.get(path, { headers: { ...own(), 'sec-fetch-site': 'same-origin', ...headers } }))
  const send: Visitor['send'] = async (path, fields, headers = {}) => {
    const form = { origin: site.url, 'sec-fetch-site': 'same-origin', 'content-type': FORM }
    const wish = { headers: { ...own(), ...form, ...headers }, body: encodeForm(fields) }
    return keep(await site.send('POST', path, wish))
  }
  return {
    open,
    send,
    fill: async (path, action, typed) => {
      const page = await open(path)
      assert.equal(page.status, 200, `${path} ${page.status}`)
      return send(action, { ...page.form(action), ...typed })
    },
    cookie: () => cookie,
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** As a browser writes it: lines end with CR LF. */
export function encodeForm(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(fields))
    for (const value of typeof values === 'string' ? [values] : values)
      query.append(name, value.replaceAll(/\r?\n/g, '\r\n'))
  return query.toString()
}

function consoleAnswer(answer: Answer): ConsoleAnswer {
  const html = answer.text
  const forms = new Map(
    [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
      ([, action = '', inner = '']) => [plain(action), inner],
    ),
  )
  return {
    status: answer.status,
    html,
    location: answer.header('location'),
    header: answer.header,
    actions: () => [...forms.keys()],
    form: (action) => {
      const inner = forms.get(action)
      assert.ok(inner !== undefined, `no form ${action} among ${[...forms.keys()]} in ${html}`)
      return fieldsOf(inner)
    },
    said: (className) => {
      const pattern = new RegExp(
        `<(\\w+)[^>]* class="[^"]*\\b${className}\\b[^"]*"[^>]*>(.*?)</\\1>|<(\\w+) class="[^"]*\\b${className}\\b[^"]*"[^>]*>(.*?)</\\3>`,
        's',
      )
      const found = pattern.exec(html)
      return found === null
        ? null
        : plain((found[2] ?? found[4] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).trim()
    },
  }
}

/** What a browser would send of them. */
function fieldsOf(inner: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const add = (name: string | null, value: string) => {
    if (name === null) return
    fields[name] = [...(fields[name] ?? []), value]
  }
  for (const [tag] of inner.matchAll(/<input (?:[^>"]|"[^"]*")*>/g)) {
    const isTicked = / checked[ />]/.test(tag.replaceAll(/"[^"]*"/g, ''))
    if (/type="(radio|checkbox)"/.test(tag) && !isTicked) continue
    add(attribute(tag, 'name'), attribute(tag, 'value') ?? '')
  }
  for (const [, tag = '', text = ''] of inner.matchAll(/(<textarea [^>]*>)(.*?)<\/textarea>/gs))
    add(attribute(tag, 'name'), plain(text).replace(/^\n/, ''))
  for (const [, tag = '', options = ''] of inner.matchAll(/(<select [^>]*>)(.*?)<\/select>/gs)) {
    const chosen = /<option [^>]* selected[^>]*>/.exec(options)?.[0]
    add(attribute(tag, 'name'), chosen === undefined ? '' : (attribute(chosen, 'value') ?? ''))
  }
  return fields
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)
  return found?.[1] === undefined ? null : plain(found[1])
}

function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
