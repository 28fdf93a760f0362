/** The fenced blocks of one language in a Markdown text, in order. */
export function fencedBlocks(markdown: string, language: string): string[] {
  const fences = markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...fences].flatMap(([, name, block]) => (name === language && block !== undefined ? [block] : []))
}

/** A curl of the guide, as far as it is more than a way to print. */
export interface GuideRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** `NAME=$(curl ... | sed '...member...')`: the shell variable and the member of the answer that it takes. */
  readonly takes: { readonly variable: string; readonly member: string } | null
}

/** The curl commands of shell blocks, with their line ends joined. */
export function curlCommands(blocks: readonly string[]): string[] {
  return blocks.flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.includes('curl ')),
  )
}

/** Reads one command; variables get their values as a shell would give them. */
export function readCurl(command: string, variables: ReadonlyMap<string, string>): GuideRequest {
  const assignment = /^(\w+)=\$\((.*?) \| sed 's\/\.\*"(\w+)":.*'\)$/.exec(command)
  const [, variable, inner, member] = assignment ?? []
  const words = shellWords(inner ?? command.replace(/ \| sha256sum$/, ''), variables)
  const after = (flag: string) => words.flatMap((word, place) => (words[place - 1] === flag ? [word] : []))
  return {
    method: after('-X')[0] ?? 'GET',
    url: words.find((word) => /^https?:/.test(word)) ?? '',
    headers: Object.fromEntries(after('-H').map((header) => splitHeader(header))),
    body: after('-d')[0] ?? null,
    takes: variable !== undefined && member !== undefined ? { variable, member } : null,
  }
}

function splitHeader(header: string): [string, string] {
  const colon = header.indexOf(':')
  return [header.slice(0, colon), header.slice(colon + 1).trim()]
}

/** Words of a shell line: single quotes keep everything, double quotes and bare words know `$NAME` and `\"`. */
function shellWords(line: string, variables: ReadonlyMap<string, string>): string[] {
  const words = line.match(/'[^']*'|"(?:\\.|[^"])*"|[^\s'"]+/g) ?? []
  return words.map((word) => {
    if (word.startsWith("'")) return word.slice(1, -1)
    const plain = word.startsWith('"') ? word.slice(1, -1).replaceAll('\\"', '"') : word
    return plain.replaceAll(/\$(\w+)/g, (_all, name: string) => variables.get(name) ?? '')
  })
}
