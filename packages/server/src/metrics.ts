import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What a monitor may know: how much and how fast, never about what. */
export interface Metrics {
  readonly contentType: string
  answered(operation: string, status: number, milliseconds: number): void
  readonly scheduler: SchedulerMetrics
  /** Prometheus text. */
  text(): Promise<string>
}

export interface SchedulerMetrics {
  ran(at: string, done: { refreshTasks: number; isPaused: boolean }): void
  failed(): void
}

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Every process has its own figures; behind a shared port the label tells whose they are. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) })
  const registers = [registry]
  return {
    contentType: registry.contentType,
    answered: countAnswers(registers),
    scheduler: countRounds(registers),
    text() {
      // At the first look only: its observers of the process cost a little, and not everybody looks.
      if (registry.getSingleMetric('process_cpu_seconds_total') === undefined)
        collectDefaultMetrics({ register: registry })
      return registry.metrics()
    },
  }
}

function countAnswers(registers: Registry[]): Metrics['answered'] {
  const durations = new Histogram({
    name: 'colophon_request_duration_seconds',
    help: 'Requests by operation and class of status, and how long they took.',
    labelNames: ['operation', 'status'] as const,
    buckets: DURATIONS,
    registers,
  })
  // Looking a label up costs as much as counting.
  const known = new Map<string, Histogram.Internal<'operation' | 'status'>>()
  return (operation, status, milliseconds) => {
    const key = `${operation} ${Math.floor(status / 100)}`
    let child = known.get(key)
    if (child === undefined) {
      child = durations.labels({ operation, status: `${Math.floor(status / 100)}xx` })
      known.set(key, child)
    }
    child.observe(milliseconds / 1000)
  }
}

function countRounds(registers: Registry[]): SchedulerMetrics {
  const lastRun = new Gauge({
    name: 'colophon_scheduler_last_run_timestamp_seconds',
    help: 'When the scheduler last finished a round.',
    registers,
  })
  const paused = new Gauge({
    name: 'colophon_scheduler_paused',
    help: '1 while a recovery holds the maintenance lock.',
    registers,
  })
  const failures = new Counter({
    name: 'colophon_scheduler_failures_total',
    help: 'Rounds of the scheduler that failed.',
    registers,
  })
  const opened = new Counter({
    name: 'colophon_scheduler_refresh_tasks_total',
    help: 'Refresh tasks that this process opened.',
    registers,
  })
  return {
    ran(at, { refreshTasks, isPaused }) {
      lastRun.set(Date.parse(at) / 1000)
      paused.set(isPaused ? 1 : 0)
      opened.inc(refreshTasks)
    },
    failed: () => failures.inc(),
  }
}
