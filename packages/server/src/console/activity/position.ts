import type { ActStream } from '../../pages/parts/activity.ts'

/** No topic has this name. */
const PUBLIC = '~'

/** Where each stream goes on, as an address has it. The numbers are those that the streams show to whoever reads them. */
export function positionIn(streams: readonly ActStream[]): string {
  return streams.map(({ topic, upTo }) => `${topic ?? PUBLIC}.${upTo ?? 0}`).join(',')
}

/**
 * The streams from where an address says. It names no stream that is not there already, and one that it does not name,
 * which has come since, has been read to its end: its acts are on the first page.
 */
export function streamsAt(streams: readonly ActStream[], from: unknown): readonly ActStream[] {
  if (typeof from !== 'string' || !/^[^.,]+\.\d{1,15}(,[^.,]+\.\d{1,15})*$/.test(from)) return streams
  const places = new Map(
    from.split(',').map((place) => {
      const [name = '', upTo = '0'] = place.split('.')
      return [name, Number(upTo)] as const
    }),
  )
  return streams.map(({ topic }) => ({ topic, upTo: places.get(topic ?? PUBLIC) ?? 0 }))
}
