import type { READER_LIMITS } from '@colophon/contract'
import type { PolicyWitness } from '@colophon/log'

/** A wrong setting: its message is the one line that the operator reads. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused'
}

/** What a running server was configured with, read once at start. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  /** Names of the site beside the base URL's, lower-case. */
  readonly hosts: readonly string[]
  readonly databaseUrl: string
  /** Of a replica of the same database; null without one. */
  readonly databaseReadUrl: string | null
  readonly blobs: string
  /** Where the index of search is: in the memory of each server, or in the database, which is PostgreSQL then. */
  readonly search: 'memory' | 'postgres'
  readonly signingKey: string | null
  readonly logKey: string | null
  /** Seconds. */
  readonly publicMaxAge: number
  readonly trustProxy: string | null
  readonly workers: number
  readonly leaseSeconds: number
  readonly limits: ReaderLimits
  readonly logLevel: LogLevel
  readonly metrics: MetricsSettings
  /** Where the service goes to check a locator. */
  readonly urlTransport: 'public' | 'any' | 'off'
  /** Applications may ask for a token in a browser; not where the service fetches nothing (`urlTransport`). */
  readonly oauth: boolean
  /** Pages load images of other sites, which then learn who reads. */
  readonly remoteImages: boolean
  /** Under which the published texts are; null where nothing is said. */
  readonly contentLicense: ContentLicense | null
  /** `mailto:` or `https:` of those who run the site. */
  readonly contact: string | null
  /** Who is asked to cosign the checkpoints of the log. */
  readonly witnesses: readonly (PolicyWitness & { readonly url: string })[]
  /** The folder of a mirror that is served, which takes no act; null for a site of its own. */
  readonly mirror: string | null
}

/** A licence by its SPDX id or its address, and where its text is. */
export interface ContentLicense {
  readonly name: string
  readonly url: string
}

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** What registration and readers are held to: `COLOPHON_LIMIT_*`. */
export type ReaderLimits = { readonly [Name in keyof typeof READER_LIMITS]: number }

/** Where metrics are, and who may read them. */
export interface MetricsSettings {
  /** On the site's own address. */
  readonly access: 'loopback' | 'public' | 'off'
  /** Of their own. */
  readonly address: { readonly host: string; readonly port: number } | null
  /** Whoever sends it may read them, from anywhere; nobody may without it. */
  readonly token: string | null
}
