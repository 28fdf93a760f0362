import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const
const NAMES = ['colophon', 'colophon-cli']

/** A command as a shell completes it: the words that lead to it, and what may follow them. */
interface Completed {
  readonly words: string
  readonly summary: string
  readonly commands: readonly Command[]
  readonly flags: readonly (readonly [flag: string, meaning: string])[]
}

/** `colophon completion`: a script for a shell, made from the program that prints it. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description(
      'Print a completion script: source <(colophon completion bash), or colophon completion fish | source',
    )
    .addArgument(new Argument('<shell>', 'of your terminal').choices(SHELLS))
    .action(
      (shell: (typeof SHELLS)[number]) => void process.stdout.write(SCRIPTS[shell](completed(program, []))),
    )
}

function completed(command: Command, words: readonly string[]): Completed[] {
  const flags = command.options.flatMap(({ long, description }) =>
    long ? [[long, description] as const] : [],
  )
  const own = { words: words.join(' '), summary: command.summary() || command.description(), flags }
  const below = command.commands.flatMap((inner) => completed(inner, [...words, inner.name()]))
  return [{ ...own, commands: command.commands }, ...below]
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (all: readonly Completed[]) => string>> = {
  bash: (all) => `_colophon() {
  local words=""
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${longestFirst(all)
  .map((one) => `    ${pattern(one)}) words="${wordsAfter(one)}" ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _colophon ${NAMES.join(' ')}
`,
  zsh: (all) => `#compdef ${NAMES.join(' ')}
_colophon() {
  local -a candidates
  case "\${(j: :)words[2,CURRENT-1]}" in
${longestFirst(all)
  .map((one) => `    ${pattern(one)}) candidates=(${wordsAfter(one)}) ;;`)
  .join('\n')}
  esac
  compadd -a candidates
  _files
}
compdef _colophon ${NAMES.join(' ')}
`,
  fish: (all) =>
    all
      .flatMap((one) => [
        ...one.commands.map((command) => fishLine(one, `-f -a ${command.name()}`, command.description())),
        ...one.flags.map(([flag, meaning]) => fishLine(one, `-l ${flag.slice(2)}`, meaning)),
      ])
      .flatMap((line) => NAMES.map((name) => `complete -c ${name} ${line}\n`))
      .join(''),
}

/** The most words first: a shell takes the first pattern that fits. */
function longestFirst(all: readonly Completed[]): Completed[] {
  return all.toSorted((one, other) => other.words.length - one.words.length)
}

function pattern({ words }: Completed): string {
  return words === '' ? '""' : `"${words}"*`
}

function wordsAfter({ commands, flags }: Completed): string {
  return [...commands.map((command) => command.name()), ...flags.map(([flag]) => flag)].join(' ')
}

function fishLine({ words }: Completed, what: string, meaning: string): string {
  const condition =
    words === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${words.split(' ').at(-1)}`
  return `-n '${condition}' ${what} -d '${meaning.replaceAll(/['\\]/g, '’')}'`
}
