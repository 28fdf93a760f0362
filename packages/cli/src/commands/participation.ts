import { type ClientCommand, choiceOf, factsOutput, firstWord, neededOption, optionOf } from './command.ts'

const register: ClientCommand = {
  name: 'register',
  summary: 'Register as a reader; the bearer alone is printed, and shown this once',
  words: [],
  options: [],
  async run(client) {
    const registered = await client.call('createIdentity')
    return { facts: registered, text: [registered.token ?? ''] }
  },
}

const signal: ClientCommand = {
  name: 'signal',
  summary: 'Report that you used exactly this revision, and whether it helped',
  words: [
    ['<hash>', 'of the revision'],
    ['<value>', 'up: it helped; down: it did not, or it was wrong'],
  ],
  options: [['--comment <text>', 'for the curators']],
  async run(client, given) {
    const value = choiceOf(given.words[1] ?? '', ['up', 'down'], 'the value')
    const receipt = await client.call('reportSignal', {
      params: { sha256: firstWord(given) },
      body: { value, comment: optionOf(given, 'comment') ?? null },
    })
    return factsOutput(receipt, 'report_id', 'value', 'received_at')
  },
}

const feedback: ClientCommand = {
  name: 'feedback',
  summary: 'Tell the curators what is wrong with a revision',
  words: [['<hash>', 'of the revision']],
  options: [
    ['--title <text>', 'what it is about, in a line'],
    ['--comment <text>', 'what is wrong'],
  ],
  async run(client, given) {
    const receipt = await client.call('sendFeedback', {
      body: {
        target_hash: firstWord(given),
        title: neededOption(given, 'title'),
        comment: neededOption(given, 'comment'),
      },
    })
    return factsOutput(receipt, 'feedback_id', 'state', 'received_at')
  },
}

export const PARTICIPATION: readonly ClientCommand[] = [register, signal, feedback]
