import type { RecoveryManifest } from '@colophon/contract'

/** What a backup holds. */
export function contentInWords({ tables, blobs }: RecoveryManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows, ${blobs.count} objects of ${bytesInWords(blobs.bytes)}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`
}
