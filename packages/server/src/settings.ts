import type { READER_LIMITS } from '@colophon/contract'

/** What a running press was told, read once at start. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly blobs: string
  readonly signingKey: string | null
  /** Seconds. */
  readonly publicMaxAge: number
  readonly trustProxy: string | null
  readonly workers: number
  readonly leaseSeconds: number
  readonly limits: ReaderLimits
  readonly logLevel: LogLevel
  readonly metricsPublic: boolean
  /** Where the service goes to check a locator. */
  readonly urlTransport: 'public' | 'any' | 'off'
  /** Pages load images of other sites, which then learn who reads. */
  readonly remoteImages: boolean
}

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** What registration and readers are held to: `COLOPHON_LIMIT_*`. */
export type ReaderLimits = { readonly [Name in keyof typeof READER_LIMITS]: number }
