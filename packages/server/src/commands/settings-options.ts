import type { Command } from 'commander'
import { readSettings, VARIABLES } from '../config.ts'
import type { Settings } from '../runtime/settings.ts'

/** The flags by which an operator's command finds the site. */
export const SITE_FLAGS = ['database-url', 'blobs', 'base-url', 'host', 'port', 'signing-key', 'log-key']

/** Adds a flag for each variable of the configuration. */
export function addSettingOptions(command: Command, only?: readonly string[]): Command {
  for (const { name, flag, fallback, meaning } of VARIABLES) {
    if (only !== undefined && !only.includes(flag)) continue
    command.option(
      `--${flag} <value>`,
      `${meaning} (${name}${fallback === '' ? '' : `, default ${fallback}`})`,
    )
  }
  return command
}

/** Reads the settings of a command's flags over the environment. */
export function settingsOf(options: Readonly<Record<string, unknown>>): Settings {
  const flags = Object.fromEntries(
    VARIABLES.map(({ flag }) => [flag, textOf(options[camelCase(flag)])] as const),
  )
  return readSettings(process.env, flags)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}

/** Whether any of the flags was given, as a flag or as its variable. */
export function isGiven(options: Readonly<Record<string, unknown>>, ...flags: string[]): boolean {
  return VARIABLES.some(
    ({ name, flag }) =>
      flags.includes(flag) && (textOf(options[camelCase(flag)]) !== undefined || Boolean(process.env[name])),
  )
}
