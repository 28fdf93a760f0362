import { EdgeDenied } from '@colophon/client'

/** What a command ends with, by the kind of its end. */
export const EXIT_CODES = {
  done: 0,
  finding: 1,
  usage: 2,
  refused: 3,
  notReached: 4,
  notVerified: 5,
} as const

/** Stands below the help of the program, and in its document. */
export const EXIT_HELP = `
Exit codes:
  0  done
  1  done, with a finding (check, audit, verify) or a failed part (import, mirror); or this machine failed, such as a full disk
  2  wrong usage: an argument, an option, a setting, a file or folder that cannot be read or is of another kind
  3  refused by the site; with --json its problem document is on stderr
  4  not reached: no answer, a bad certificate, or an answer that is not from a site
  5  not verified: bytes, a log or a backup that are not what they should be
`

/** By name: a class of a package that is installed twice is two classes. */
const CODES: Readonly<Record<string, number>> = {
  CommandRefused: EXIT_CODES.usage,
  SettingRefused: EXIT_CODES.usage,
  FolderRefused: EXIT_CODES.usage,
  ColophonProblem: EXIT_CODES.refused,
  EdgeDenied: EXIT_CODES.notReached,
  Unreachable: EXIT_CODES.notReached,
  ObjectAltered: EXIT_CODES.notVerified,
  LogRefused: EXIT_CODES.notVerified,
  LogInconsistent: EXIT_CODES.notVerified,
  BackupDamaged: EXIT_CODES.notVerified,
}

/** What the command ends with because of an error. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return EXIT_CODES.finding
  return CODES[error.name] ?? CODES[error.constructor.name] ?? EXIT_CODES.finding
}

/** One line that says what went wrong. */
export function failureLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof EdgeDenied && error.denial.status < 400)
    return `${error.denial.method} ${error.denial.path}: the address answers, but not as a Colophon site (status ${error.denial.status}): check --url`
  const reason = error.name === 'Unreachable' ? reasonOf(error.cause) : adviceOf(error)
  return (reason === null ? error.message : `${error.message}: ${reason}`).replaceAll(/\s*\n\s*/g, ' ')
}

/** What to do about this machine; null where the message says it, or nobody knows. */
function adviceOf(error: Error): string | null {
  const advice = ADVICE.find(([form]) => form.test(error.message))
  return advice === undefined ? null : advice[1]
}

const ADVICE: readonly (readonly [message: RegExp, advice: string])[] = [
  [/\bENOSPC\b|\bEDQUOT\b|disk is full/, 'make room on that disk, and run it again'],
  [/\bEROFS\b/, 'choose a folder that can be written'],
  // SQLite says so of a full disk, too.
  [/readonly database/, 'make room there, or choose a folder that can be written'],
  [/\bEACCES\b|\bEPERM\b/, 'choose a folder that this user may read and write'],
]

const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'its name is not known'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'there is no way to it'],
  [/^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/, 'it took too long'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was cut'],
  [/CERT|SELF_SIGNED|^UNABLE_TO_|ALTNAME/, 'its certificate is not valid'],
  [/SSL|TLS|^EPROTO$/, 'it does not speak HTTPS'],
  [/^HPE_/, 'it does not speak HTTP'],
]

/** The innermost error that has a code says why; null where none does. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const inner = reasonOf(error.cause) ?? (error instanceof AggregateError ? reasonOf(error.errors[0]) : null)
  if (inner !== null) return inner
  if (error.name === 'TimeoutError') return error.message
  const code = 'code' in error ? String(error.code) : ''
  const reason = REASONS.find(([form]) => form.test(code))?.[1]
  return reason === undefined ? null : `${reason} (${code})`
}
