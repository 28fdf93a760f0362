import { type CallOperation, createClient } from '@colophon/client'
import type { Command } from 'commander'
import { SettingRefused } from '../config.ts'

/** The flags by which a command reaches a press over HTTP. */
export interface RemoteOptions {
  url?: string
  token?: string
}

/** So that a press which is started again, or is busy for minutes, does not end hours of work. */
export const PATIENCE = { attempts: 30, longestWait: 15_000 }
const TIMEOUT_MILLISECONDS = 120_000

export function addRemoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'the address of the press (COLOPHON_URL)')
    .option(
      '--token <bearer>',
      'an unrestricted administrator’s (better as COLOPHON_TOKEN: others see arguments)',
    )
}

/** The address of a press as it was given, and a bearer if there is one. */
export function remoteOf(options: RemoteOptions): { url: string; token: string | null } {
  const url = options.url ?? process.env.COLOPHON_URL ?? ''
  if (!URL.canParse(url)) throw new SettingRefused('--url (or COLOPHON_URL) must be the address of a press')
  return { url, token: (options.token ?? process.env.COLOPHON_TOKEN) || null }
}

/** A press that answers this administrator; a wrong address or bearer is told at once. */
export async function reachPress(options: RemoteOptions): Promise<{ origin: string; call: CallOperation }> {
  const { url, token } = remoteOf(options)
  if (token === null)
    throw new SettingRefused('COLOPHON_TOKEN (or --token) must be an unrestricted administrator’s bearer')
  const plain = { url, token, userAgent: 'colophon-backup' }
  await createClient(plain).call('listSnapshots', { query: { limit: 1 } })
  const patient = { ...plain, patience: PATIENCE, timeoutMilliseconds: TIMEOUT_MILLISECONDS }
  return { origin: new URL(url).origin, call: createClient(patient).call }
}
