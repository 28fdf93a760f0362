import { REMOTE_PATIENCE, type RemoteOptions, remoteOf } from '@colophon/cli'
import { type CallOperation, createClient } from '@colophon/client'
import type { Command } from 'commander'
import { SettingRefused } from '../runtime/settings.ts'

const TIMEOUT_MILLISECONDS = 120_000

export function addRemoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server (COLOPHON_URL)')
    .option(
      '--token <bearer>',
      'bearer of an unrestricted administrator (prefer COLOPHON_TOKEN: other users see arguments)',
    )
}

/** A server that answers this administrator; a wrong address or bearer is told at once. */
export async function connectRemote(
  options: RemoteOptions,
): Promise<{ origin: string; call: CallOperation }> {
  const { url, token } = remoteOf(options)
  if (token === null)
    throw new SettingRefused('COLOPHON_TOKEN (or --token) must be an unrestricted administrator’s bearer')
  const plain = { url, token, userAgent: 'colophon-backup' }
  await createClient(plain).call('listSnapshots', { query: { limit: 1 } })
  const patient = { ...plain, patience: REMOTE_PATIENCE, timeoutMilliseconds: TIMEOUT_MILLISECONDS }
  return { origin: new URL(url).origin, call: createClient(patient).call }
}
