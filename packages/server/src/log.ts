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
      write(`${JSON.stringify({ time: new Date().toISOString(), level: own, message, ...facts })}\n`)
    }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}
