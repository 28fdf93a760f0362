import { CommandRefused } from '../commands/command.ts'

/** The flags by which a command reaches a server over HTTP. */
export interface RemoteOptions {
  url?: string
  token?: string
}

/** So that a server which is started again, or is busy for minutes, does not end hours of work. */
export const REMOTE_PATIENCE = { attempts: 30, longestWait: 15_000 }

/** The address of a server as it was given, and a bearer if there is one. */
export function remoteOf(options: RemoteOptions): { url: string; token: string | null } {
  const url = options.url ?? process.env.COLOPHON_URL ?? ''
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new CommandRefused('--url (or COLOPHON_URL) must be the address of a press')
  return { url, token: (options.token ?? process.env.COLOPHON_TOKEN) || null }
}
