import { createMarkdownParser, type Token } from '../markdown/parser.ts'
import { withoutCode } from '../markdown/without-code.ts'

/** An address as a file writes it. */
interface WrittenLink {
  /** Where it stands, in UTF-16 units. */
  readonly at: number
  readonly address: string
}

const MAY_HAVE_LINKS = /\]\(|\]:|\b(?:href|src)\s{0,9}=/i
/** Of links and images, of definitions, and of tags. Bounded, so that no long line is read twice. */
const WRITTEN =
  /(?:\]\(\s{0,9}<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,9}\n?[ \t]{0,9}<?|\b(?:href|src)\s{0,9}=\s{0,9}["'])([^\s<>"')]{1,2000})/gim

/** The parser of pages, but for where a link may lead: that is not known before links are resolved. */
const parser = createMarkdownParser()
parser.validateLink = () => true

/** The addresses of links and images that a page would show, in their order; an escaped or encoded one is not found. */
export function linksIn(body: string): WrittenLink[] {
  if (!MAY_HAVE_LINKS.test(body)) return []
  const known = new Set<string>()
  for (const token of parser.parse(body, {})) collect(token, known)
  if (known.size === 0) return []
  return Array.from(withoutCode(body).matchAll(WRITTEN), ({ index, 0: whole, 1: address = '' }) => ({
    at: index + whole.length - address.length,
    address,
  })).filter(({ address }) => known.has(address))
}

function collect({ children, attrs }: Token, known: Set<string>): void {
  for (const [name, value] of attrs ?? []) if (name === 'href' || name === 'src') known.add(String(value))
  for (const child of children ?? []) collect(child, known)
}
