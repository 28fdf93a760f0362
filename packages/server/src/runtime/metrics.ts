import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createDurations } from './durations.ts'

/** What a monitor may know: how much and how fast, never about what. */
export interface Metrics {
  readonly contentType: string
  answered(operation: string, status: number, milliseconds: number): void
  readonly scheduler: SchedulerMetrics
  /** An object of the catalogue was asked for, and its bytes are not there or not what they were. */
  lost(code: string): void
  /** Prometheus text. */
  text(): Promise<string>
}

interface SchedulerMetrics {
  ran(at: string, done: { refreshTasks: number; isPaused: boolean }): void
  failed(): void
}

/** Every process has its own figures; behind a shared port the label tells whose they are. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) })
  const registers = [registry]
  const durations = createDurations()
  registry.registerMetric(durations.metric)
  return {
    contentType: registry.contentType,
    answered: durations.count,
    scheduler: countRounds(registers),
    lost: countLost(registers),
    text() {
      // At the first look only: its observers of the process cost a little, and not everybody looks.
      if (registry.getSingleMetric('process_cpu_seconds_total') === undefined)
        collectDefaultMetrics({ register: registry })
      return registry.metrics()
    },
  }
}

function countLost(registers: Registry[]): Metrics['lost'] {
  const lost = new Counter({
    name: 'colophon_lost_objects_total',
    help: 'Reads of objects whose bytes are missing or altered.',
    labelNames: ['code'],
    registers,
  })
  return (code) => lost.inc({ code })
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
