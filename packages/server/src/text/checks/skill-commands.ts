import type { MarkdownPiece } from '@colophon/cli/markdown'
import type { CheckedText, Find, Finding } from './finding.ts'

/** Languages of fences whose lines a shell would run. */
const SHELLS = new Set(
  'sh bash zsh fish ksh dash shell console terminal shell-session shellsession sh-session powershell pwsh ps1 ps cmd bat batch dos'.split(
    ' ',
  ),
)
/** Languages of texts that nobody runs. */
const TEXTS = new Set(
  'text txt plain plaintext md markdown json jsonc json5 yaml yml toml ini csv tsv xml html css diff patch log http mermaid'.split(
    ' ',
  ),
)
/** Programs that code without a language, or within a sentence, is known by. */
const PROGRAMS = new Set(
  'apt apt-get awk aws az bash brew bun bunx cargo cat chmod chown cmd colophon conda cp crontab curl dd deno docker dotnet echo eval export find gcloud gem gh git go grep helm iex irm iwr java kill kubectl ln make mkdir mv nc ncat node npm npx open openssl perl php pip pip3 pipx pnpm podman powershell psql pwsh pytest python python3 rm rsync ruby scp sed sh source ssh su sudo systemctl tar tee terraform touch uv uvx wget xargs yarn zsh'.split(
    ' ',
  ),
)

/** What takes, destroys or runs more than it shows. */
const GRAVE = [
  /\brm\s+(?:-\w+\s+)*-\w*[rf]/,
  /\b(?:curl|wget|iwr|irm)\b[^\n|]{0,500}\|\s*(?:sudo\s+)?(?:\w*sh|python3?|node|perl|ruby|iex)\b/i,
  /\b(?:sh|bash|zsh|python3?|node)\s+(?:-c\s+)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/,
  /\b(?:iex|eval)\b/i,
  /\bbase64\s+(?:-d|-D|--decode)\b/,
  /\b(?:mkfs(?:\.\w+)?|shred|dd\s+if=|nc\s+-\w*[el]|crontab\s+-)/,
  />\s*\/(?:dev\/(?!null)|etc\/)/,
  /\bgit\s+push\b[^\n]{0,500}(?:--force|-f\b)/,
] as const

/** Characters of a line that are looked at for what is grave. */
const LONGEST = 2000

const RUNS = 'has a command that an agent may run.'
const RUNS_GRAVE = 'has a command that deletes, overwrites, or runs what it fetches or decodes.'
const SCRIPT = 'begins a script that an agent may run.'

/** The commands of a skill: the lines of shells, and code within sentences that begins with a program. */
export const skillCommands: Find = function* (checked) {
  for (const piece of checked.pieces) {
    if (piece.kind === 'inline') yield* commandIn(checked, piece)
    if (piece.kind === 'block') yield* commandsOf(checked, piece)
  }
}

function* commandsOf(checked: CheckedText, piece: MarkdownPiece): Generator<Finding> {
  if (TEXTS.has(piece.info)) return
  const isShell = SHELLS.has(piece.info)
  if (!isShell && piece.info !== '') {
    yield { at: piece.at, level: 'notice', says: SCRIPT }
    return
  }
  for (const { at, words } of linesOf(checked.text, piece)) {
    const isCommand = isShell ? words !== '' && !words.startsWith('#') : isProgram(words)
    if (isCommand) yield found(at, words)
  }
}

/** The lines between the fences. */
function* linesOf(text: string, { at: from, end }: MarkdownPiece): Generator<{ at: number; words: string }> {
  let at = from
  while (at < end) {
    const next = text.indexOf('\n', at)
    const stop = next < 0 || next > end ? end : next
    const line = text.slice(at, stop)
    const words = line.trim()
    if (!/^[>\s]*(?:`{3,}|~{3,})/.test(line)) yield { at: at + line.length - line.trimStart().length, words }
    at = stop + 1
  }
}

function* commandIn({ text }: CheckedText, { at, end }: MarkdownPiece): Generator<Finding> {
  const words = text.slice(at, end).replace(/^`+\s?|\s?`+$/g, '')
  if (isProgram(words) && words.trim().includes(' ')) yield found(at, words)
}

function isProgram(words: string): boolean {
  const [first = '', second = ''] = words.trim().split(/\s+/, 2)
  if (first === '$' || first === '%' || first === 'PS>') return second !== ''
  return PROGRAMS.has(first.toLowerCase()) || /^\.{0,2}\/?(?:scripts\/|\.\/)[\w./-]+$/.test(first)
}

function found(at: number, words: string): Finding {
  const isGrave = GRAVE.some((pattern) => pattern.test(words.slice(0, LONGEST)))
  return isGrave ? { at, level: 'warning', says: RUNS_GRAVE } : { at, level: 'notice', says: RUNS }
}
