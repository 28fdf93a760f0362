import type { Metric } from 'prom-client'

/** Seconds. A bucket counts what took no longer than its bound. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const NAME = 'colophon_request_duration_seconds'
export const HELP = 'Requests by operation and class of status, and how long they took.'

interface DurationCounts {
  readonly labels: { readonly operation: string; readonly status: string }
  /** By the first bound that is not exceeded; the last place is for what exceeds all. */
  readonly buckets: number[]
  /** Seconds. */
  sum: number
}

/**
 * The histogram of all answers, as prom-client would count it: it builds the name of the labels anew for each value, which
 * took a twelfth of the time of a read.
 */
export function createDurations() {
  const counted = new Map<string, DurationCounts[]>()

  function find(operation: string, status: number): DurationCounts {
    const hundreds = Math.floor(status / 100)
    let classes = counted.get(operation)
    if (classes === undefined) {
      classes = []
      counted.set(operation, classes)
    }
    classes[hundreds] ??= {
      labels: { operation, status: `${hundreds}xx` },
      buckets: new Array<number>(BOUNDS.length + 1).fill(0),
      sum: 0,
    }
    return classes[hundreds]
  }

  const metric = {
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      ...metric,
      values: [...counted.values()].flatMap((classes) => classes.flatMap(valuesOf)),
    }),
  }
  return {
    /** What a registry takes: it asks for no more than `get`. */
    metric: metric as unknown as Metric,
    count(operation: string, status: number, milliseconds: number): void {
      const seconds = milliseconds / 1000
      const found = find(operation, status)
      const place = placeOf(seconds)
      found.buckets[place] = (found.buckets[place] ?? 0) + 1
      found.sum += seconds
    },
  }
}

function placeOf(seconds: number): number {
  let place = 0
  while (seconds > (BOUNDS[place] ?? Number.POSITIVE_INFINITY)) place += 1
  return place
}

/** Each bucket holds those below it too, as Prometheus wants them. */
function valuesOf({ labels, buckets, sum }: DurationCounts) {
  let count = 0
  const within = buckets.map((more, place) => {
    count += more
    return { ...named('bucket', count), labels: { le: BOUNDS[place] ?? '+Inf' } }
  })
  return [...within, named('sum', sum), named('count', count)]

  function named(what: string, value: number) {
    return { metricName: `${NAME}_${what}`, labels: {}, sharedLabels: labels, value }
  }
}
