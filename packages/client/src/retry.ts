import { ColophonProblem, Unreachable } from './problem.ts'

/** How long a client tries. */
export interface Patience {
  /** Tries in all. */
  readonly attempts: number
  /** The first wait, in milliseconds; it doubles from try to try. */
  readonly firstWait: number
  /** The longest wait, in milliseconds: whoever is asked to wait longer is told so instead. */
  readonly longestWait: number
}

export const PATIENCE: Patience = { attempts: 5, firstWait: 200, longestWait: 30_000 }

/** Tries until it succeeds, is refused for good, or patience ends; then the last failure is thrown. */
export async function withPatience<T>(patience: Patience, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitAfter(error, tried, patience)
      if (wait === null) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Milliseconds until the next try; null where there is none. */
export function waitAfter(
  error: unknown,
  tried: number,
  patience: Patience,
  random: () => number = Math.random,
): number | null {
  if (tried >= patience.attempts || !isPassing(error)) return null
  // Jitter, so that clients that failed together do not come back together.
  const backoff = Math.min(patience.firstWait * 2 ** (tried - 1), patience.longestWait) * (0.5 + random() / 2)
  const asked = error instanceof ColophonProblem ? (error.retryAfter ?? 0) * 1000 : 0
  return asked > patience.longestWait ? null : Math.max(asked, backoff)
}

/** Whether the same request may succeed later. */
function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ColophonProblem && error.document.retryable)
}

/** `Retry-After` in seconds: a number, or a date. */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000)
}
