import { isRecovered, RECOVERED_SCHEMAS, RECOVERED_TABLES } from './recovery-tables.ts'

/** What a backup holds: version 2. */
export interface RecoveryManifest {
  readonly version: 2
  readonly schema_version: number
  readonly created_at: string
  /** Each leads to the first page of its index. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly index: string }[]
  /** Those that the catalogue of objects lists. */
  readonly blobs: { readonly count: number; readonly bytes: number }
}

/** What no restore accepts in a manifest, in words that follow its name; null where there is nothing. */
export function faultOfManifest({ schema_version, tables, blobs }: RecoveryManifest): string | null {
  const { oldest, newest } = RECOVERED_SCHEMAS
  if (schema_version > newest)
    return `is of schema version ${schema_version}, and this Colophon knows those up to ${newest}: use a newer one`
  if (schema_version < oldest)
    return `is of schema version ${schema_version}, and none before ${oldest} was ever captured`
  const rows = new Map(tables.map((table) => [table.name, table.rows]))
  if (rows.size !== tables.length) return 'names a table twice'
  for (const name of rows.keys())
    if (!isRecovered(name)) return `names the table ${name}, which is not recovered`
  for (const name of Object.keys(RECOVERED_TABLES)) if (!rows.has(name)) return `lacks the table ${name}`
  if (rows.get('objects') !== blobs.count)
    return `counts ${blobs.count} blobs and ${rows.get('objects')} objects`
  return null
}
