import type { LogLevel } from './settings.ts'

const ORDER: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 }

/** Facts of one line; never a bearer, cookie, comment or body. */
type LogFacts = Readonly<Record<string, string | number | boolean | null>>

export interface Logger {
  error(message: string, facts?: LogFacts): void
  warn(message: string, facts?: LogFacts): void
  info(message: string, facts?: LogFacts): void
  debug(message: string, facts?: LogFacts): void
}

/** One JSON line an event. */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
  const at =
    (own: LogLevel) =>
    (message: string, facts: LogFacts = {}) => {
      if (ORDER[own] > ORDER[level]) return
      const line = JSON.stringify({ time: new Date().toISOString(), level: own, message, ...facts })
      write(`${withoutBearers(line)}\n`)
    }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

/** A JSON Web Token begins with the base64url form of `{"`; a client may put one where it does not belong. */
const TOKEN = /eyJ[\w-]{8,}(?:(?:\.|%2e|%2E)[\w-]*)*/g
const AFTER_SCHEME = /\b(Bearer)(?:\s|%20|\+)+[^\s"&\\]+/gi

/** Whatever looks like a bearer is cut, wherever it stands in a line. */
function withoutBearers(line: string): string {
  return line.replace(TOKEN, '[cut]').replace(AFTER_SCHEME, '$1 [cut]')
}
