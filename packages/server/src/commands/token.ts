import { needsReviewGrants, PRESETS, type PresetName, TOKEN_LIMITS } from '@colophon/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { addSettingOptions, SITE_FLAGS } from './settings-options.ts'

interface TokenOptions extends Record<string, unknown> {
  preset: PresetName
  label: string
  topics?: string[]
  reviewTopics?: string[]
  days?: number
  identity?: string
}

/** `colophon token issue`: works on the database directly, whether a server runs or not. */
export function addToken(program: Command): void {
  const token = program.command('token').description('Credentials')
  const issue = token
    .command('issue')
    .description('Issue an invited token and print the bearer alone on stdout')
    .requiredOption('--preset <preset>', Object.keys(PRESETS).join(', '), presetOf)
    .requiredOption('--label <label>', 'name of the holder')
    .option('--topics <slugs>', 'topic grants, comma separated; default: unrestricted', slugs)
    .option(
      '--review-topics <slugs>',
      'review grants, comma separated; default: none, unrestricted for a reviewer',
      slugs,
    )
    .option('--days <days>', `days until it expires, 1 to ${TOKEN_LIMITS.largestDays}`, Number)
    .option('--identity <uuid>', 'issue another token for this identity')
  addSettingOptions(issue, SITE_FLAGS).action(issueToken)
}

async function issueToken(options: TokenOptions): Promise<void> {
  // Only here: loading a server takes longer than most commands run that need none.
  const { openOperatorApp } = await import('./operator-app.ts')
  const { call, close } = await openOperatorApp(options)
  try {
    const { token } = await call('issueToken', { body: bodyOf(options) })
    process.stdout.write(`${token}\n`)
  } finally {
    await close()
  }
}

function bodyOf(options: TokenOptions) {
  const { preset, label, topics, reviewTopics, days, identity } = options
  return {
    preset,
    label,
    ...(topics ? { topic_grants: topics } : {}),
    ...(reviewTopics
      ? { review_grants: reviewTopics }
      : needsReviewGrants(preset)
        ? { review_grants: null }
        : {}),
    ...(days === undefined ? {} : { expires_in_days: days }),
    ...(identity === undefined ? {} : { identity_id: identity }),
  }
}

function presetOf(text: string): PresetName {
  const found = Object.keys(PRESETS).find((name): name is PresetName => name === text)
  if (found === undefined)
    throw new InvalidArgumentError(`It must be one of ${Object.keys(PRESETS).join(', ')}.`)
  return found
}

function slugs(text: string): string[] {
  return text
    .split(',')
    .map((slug) => slug.trim())
    .filter((slug) => slug !== '')
}
