import { type ClientCommand, type CommandInput, choiceOption, MODES, optionOf } from './command.ts'

/** The options of every command that asks something of the index. */
export const QUESTION_OPTIONS: ClientCommand['options'] = [
  ['--topic <slug>', 'only in this topic'],
  ['--mode <mode>', MODES.join(', ')],
  ['--cursor <cursor>', 'cursor of the previous page'],
]

/** What was asked, and where: the parts of the query that stand in those options. */
export function indexQueryOf(given: CommandInput) {
  return {
    q: given.words.join(' '),
    topic: optionOf(given, 'topic'),
    mode: choiceOption(given, 'mode', MODES),
    cursor: optionOf(given, 'cursor'),
  }
}
