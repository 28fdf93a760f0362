import type { AnswerOf, Operations } from '@colophon/contract'
import type { CallOperation } from './call.ts'

export type LeaseFields = AnswerOf<Operations['claimTask']>

/** A lease that is renewed as long as it is held. */
export interface ClientLease {
  /** Rejects with the reason when the lease can no longer be renewed; never resolves. */
  readonly lost: Promise<never>
  /** Aborted when it is lost, with the same reason: for the work that is done under the lease. */
  readonly signal: AbortSignal
  /** Ends the renewals. The lease itself ends by its time, or when the task is completed or released. */
  stop(): void
}

/** A heartbeat comes when so much of the time that is left is over. */
const SHARE_OF_TIME = 3
const SOONEST_MILLISECONDS = 1000
/** Also where this machine's clock is behind the service's, by which a lease is never longer than five minutes. */
const LATEST_MILLISECONDS = 100_000

/** Renews a lease by heartbeats until it is stopped or lost. */
export function holdLease(call: CallOperation, lease: LeaseFields): ClientLease {
  const { task_id: id, generation } = lease
  const lost = new AbortController()
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  const plan = (until: string) => {
    if (!stopped) timer = setTimeout(renew, waitUntil(until))
  }
  const renew = () => {
    call('renewLease', { params: { id }, body: { generation } }).then(
      ({ lease_until }) => plan(lease_until),
      (error: unknown) => {
        if (!stopped) lost.abort(error)
      },
    )
  }
  plan(lease.lease_until)
  const rejection = new Promise<never>((_resolve, reject) => {
    lost.signal.addEventListener('abort', () => reject(lost.signal.reason))
  })
  // Whoever watches the signal need not watch this too.
  rejection.catch(() => {})
  return {
    lost: rejection,
    signal: lost.signal,
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function waitUntil(leaseUntil: string): number {
  const wait = (Date.parse(leaseUntil) - Date.now()) / SHARE_OF_TIME
  return Math.min(Math.max(wait, SOONEST_MILLISECONDS), LATEST_MILLISECONDS)
}
