import { readFileSync } from 'node:fs'
import { CACHE_SECONDS, LEASE_LIMITS, READER_LIMITS } from '@colophon/contract'
import { parseWitnesses } from '@colophon/log'
import { httpAddress, parseProxyTrust } from './core/network.ts'
import { type LogLevel, type MetricsSettings, SettingRefused, type Settings } from './runtime/settings.ts'

/** A setting, the flag of `serve` that stands for it, and how it is read. */
interface Variable {
  readonly name: string
  readonly flag: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable that a server reads; `docs/operating.md` has a row for each. */
export const VARIABLES = [
  { name: 'COLOPHON_HOST', flag: 'host', fallback: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'COLOPHON_PORT', flag: 'port', fallback: '8787', meaning: 'port to listen on; 0 picks a free one' },
  { name: 'COLOPHON_BASE_URL', flag: 'base-url', fallback: '', meaning: 'the public origin of the site' },
  {
    name: 'COLOPHON_HOSTS',
    flag: 'hosts',
    fallback: '',
    meaning: 'further names under which the site is reached, separated by commas',
  },
  {
    name: 'COLOPHON_DATABASE_URL',
    flag: 'database-url',
    fallback: 'sqlite:./data/colophon.db',
    meaning: 'sqlite:PATH or postgres://...',
  },
  {
    name: 'COLOPHON_DATABASE_READ_URL',
    flag: 'database-read-url',
    fallback: '',
    meaning: 'postgres://... of a replica to read from',
  },
  {
    name: 'COLOPHON_BLOBS',
    flag: 'blobs',
    fallback: 'database',
    meaning: 'database or s3://bucket/prefix?endpoint=...',
  },
  {
    name: 'COLOPHON_SEARCH',
    flag: 'search',
    fallback: 'memory',
    meaning: 'where the index of search is: memory or postgres',
  },
  {
    name: 'COLOPHON_SIGNING_KEY',
    flag: 'signing-key',
    fallback: '',
    meaning: 'private JWK or JWK set, or its file',
  },
  {
    name: 'COLOPHON_LOG_KEY',
    flag: 'log-key',
    fallback: '',
    meaning: 'private JWK or JWK set of the transparency log, or its file',
  },
  {
    name: 'COLOPHON_WITNESSES',
    flag: 'witnesses',
    fallback: '',
    meaning: 'lines `witness NAME KEY URL` (C2SP tlog-policy; `;` ends one too), or their file',
  },
  {
    name: 'COLOPHON_PUBLIC_MAX_AGE',
    flag: 'public-max-age',
    fallback: String(CACHE_SECONDS.publicMaxAge),
    meaning: 'seconds a shared cache may keep a public answer',
  },
  {
    name: 'COLOPHON_TRUST_PROXY',
    flag: 'trust-proxy',
    fallback: '',
    meaning: 'addresses or hop count that are believed',
  },
  { name: 'COLOPHON_WORKERS', flag: 'workers', fallback: '1', meaning: 'server processes sharing the port' },
  {
    name: 'COLOPHON_LEASE_SECONDS',
    flag: 'lease-seconds',
    fallback: String(LEASE_LIMITS.defaultSeconds),
    meaning: 'how long a task lease lasts, 1 to 300',
  },
  {
    name: 'COLOPHON_LIMIT_REGISTRATIONS_PER_NETWORK_HOUR',
    flag: 'limit-registrations-per-network-hour',
    fallback: String(READER_LIMITS.registrationsPerNetworkHour),
    meaning: 'readers that one network may register in an hour',
  },
  {
    name: 'COLOPHON_LIMIT_REGISTRATIONS_PER_DAY',
    flag: 'limit-registrations-per-day',
    fallback: String(READER_LIMITS.registrationsPerDay),
    meaning: 'readers that the site registers in a UTC day',
  },
  {
    name: 'COLOPHON_LIMIT_REGISTRATIONS_TOTAL',
    flag: 'limit-registrations-total',
    fallback: String(READER_LIMITS.registrationsTotal),
    meaning: 'readers that the site ever registers',
  },
  {
    name: 'COLOPHON_LIMIT_SIGNALS_PER_DAY',
    flag: 'limit-signals-per-day',
    fallback: String(READER_LIMITS.signalsPerDay),
    meaning: 'signals of a reader in a UTC day',
  },
  {
    name: 'COLOPHON_LIMIT_FEEDBACK_PER_DAY',
    flag: 'limit-feedback-per-day',
    fallback: String(READER_LIMITS.feedbackPerDay),
    meaning: 'feedback reports of a reader in a UTC day',
  },
  {
    name: 'COLOPHON_LIMIT_COMMANDS_PER_DAY',
    flag: 'limit-commands-per-day',
    fallback: String(READER_LIMITS.commandsPerDay),
    meaning: 'commands of a reader in a UTC day',
  },
  {
    name: 'COLOPHON_LOG_LEVEL',
    flag: 'log-level',
    fallback: 'info',
    meaning: 'silent, error, warn, info or debug',
  },
  {
    name: 'COLOPHON_METRICS',
    flag: 'metrics',
    fallback: 'loopback',
    meaning: 'loopback, public, off, or HOST:PORT of an address of their own',
  },
  {
    name: 'COLOPHON_METRICS_TOKEN',
    flag: 'metrics-token',
    fallback: '',
    meaning: 'the bearer that a monitor sends',
  },
  {
    name: 'COLOPHON_URL_TRANSPORT',
    flag: 'url-transport',
    fallback: 'public',
    meaning: 'where evidence may be fetched from: public, any or off',
  },
  {
    name: 'COLOPHON_OAUTH',
    flag: 'oauth',
    fallback: 'on',
    meaning: 'whether applications may ask for a token in a browser: on or off',
  },
  {
    name: 'COLOPHON_REMOTE_IMAGES',
    flag: 'remote-images',
    fallback: 'off',
    meaning: 'whether pages load images of other sites: on or off',
  },
  {
    name: 'COLOPHON_CONTENT_LICENSE',
    flag: 'content-license',
    fallback: '',
    meaning: 'licence of the published texts: an SPDX id or an address',
  },
  {
    name: 'COLOPHON_CONTACT',
    flag: 'contact',
    fallback: '',
    meaning: 'who runs the site: an e-mail address or an https address',
  },
] as const satisfies readonly Variable[]

type VariableName = (typeof VARIABLES)[number]['name']

/** Reads every setting; flags go before variables. Throws SettingRefused with one clear line. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>> = {},
): Settings {
  const read = (name: VariableName): string => {
    const variable = VARIABLES.find((known) => known.name === name)
    return flags[variable?.flag ?? ''] ?? (environment[name] || undefined) ?? variable?.fallback ?? ''
  }
  const limit = (name: VariableName) => integer(name, read(name), [0, 999_999_999])
  const host = read('COLOPHON_HOST')
  const port = integer('COLOPHON_PORT', read('COLOPHON_PORT'), [0, 65_535])
  return {
    host,
    port,
    baseUrl: baseUrl(read('COLOPHON_BASE_URL'), host, port),
    hosts: hostNames(read('COLOPHON_HOSTS')),
    databaseUrl: databaseUrl(read('COLOPHON_DATABASE_URL')),
    databaseReadUrl: databaseReadUrl(read('COLOPHON_DATABASE_READ_URL'), read('COLOPHON_DATABASE_URL')),
    blobs: blobs(read('COLOPHON_BLOBS')),
    search: searchIndex(read('COLOPHON_SEARCH'), read('COLOPHON_DATABASE_URL')),
    signingKey: read('COLOPHON_SIGNING_KEY') || null,
    logKey: read('COLOPHON_LOG_KEY') || null,
    publicMaxAge: integer('COLOPHON_PUBLIC_MAX_AGE', read('COLOPHON_PUBLIC_MAX_AGE'), [0, 31_536_000]),
    trustProxy: trustProxy(read('COLOPHON_TRUST_PROXY')),
    workers: integer('COLOPHON_WORKERS', read('COLOPHON_WORKERS'), [1, 64]),
    leaseSeconds: integer('COLOPHON_LEASE_SECONDS', read('COLOPHON_LEASE_SECONDS'), [
      1,
      LEASE_LIMITS.largestSeconds,
    ]),
    limits: {
      registrationsPerNetworkHour: limit('COLOPHON_LIMIT_REGISTRATIONS_PER_NETWORK_HOUR'),
      registrationsPerDay: limit('COLOPHON_LIMIT_REGISTRATIONS_PER_DAY'),
      registrationsTotal: limit('COLOPHON_LIMIT_REGISTRATIONS_TOTAL'),
      signalsPerDay: limit('COLOPHON_LIMIT_SIGNALS_PER_DAY'),
      feedbackPerDay: limit('COLOPHON_LIMIT_FEEDBACK_PER_DAY'),
      commandsPerDay: limit('COLOPHON_LIMIT_COMMANDS_PER_DAY'),
    },
    logLevel: oneOf('COLOPHON_LOG_LEVEL', read('COLOPHON_LOG_LEVEL'), LOG_LEVELS),
    metrics: {
      ...metricsPlace(read('COLOPHON_METRICS')),
      token: metricsToken(read('COLOPHON_METRICS_TOKEN')),
    },
    urlTransport: oneOf('COLOPHON_URL_TRANSPORT', read('COLOPHON_URL_TRANSPORT'), ['public', 'any', 'off']),
    oauth: oneOf('COLOPHON_OAUTH', read('COLOPHON_OAUTH'), ['on', 'off']) === 'on',
    remoteImages: oneOf('COLOPHON_REMOTE_IMAGES', read('COLOPHON_REMOTE_IMAGES'), ['on', 'off']) === 'on',
    contentLicense: contentLicense(read('COLOPHON_CONTENT_LICENSE')),
    contact: contact(read('COLOPHON_CONTACT')),
    witnesses: witnesses(read('COLOPHON_WITNESSES')),
    mirror: null,
  }
}

/** What commands and tests read beside a server. */
const READ_ELSEWHERE = /^COLOPHON_(URL|TOKEN|TEST_.+)$/

/**
 * The variables that look like settings and are none: a limit with a misspelt name would silently not hold. They are
 * told, not refused: where a service is named `colophon`, clusters set some of their own (`COLOPHON_SERVICE_HOST`).
 */
export function unreadVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const read = new Set<string>(VARIABLES.map(({ name }) => name))
  return Object.keys(environment)
    .filter((name) => name.startsWith('COLOPHON_') && !read.has(name) && !READ_ELSEWHERE.test(name))
    .sort()
}

const LOG_LEVELS: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

function refuse(name: VariableName, value: string, wanted: string): SettingRefused {
  return new SettingRefused(`${name} is ${JSON.stringify(value)}; it must be ${wanted}`)
}

function integer(name: VariableName, value: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most))
    throw refuse(name, value, `a whole number from ${least} to ${most}`)
  return number
}

function oneOf<V extends string>(name: VariableName, value: string, allowed: readonly V[]): V {
  const found = allowed.find((known) => known === value)
  if (found === undefined) throw refuse(name, value, `one of ${allowed.join(', ')}`)
  return found
}

/** What browsers send as Origin is compared with it, so it is in their form: `http://h:80` is `http://h`. */
function baseUrl(value: string, host: string, port: number): string {
  const given = value === '' ? null : originOf(value)
  if (given !== null) return given
  if (value !== '') throw refuse('COLOPHON_BASE_URL', value, 'an origin such as https://press.example')
  const here = originOf(httpAddress(host, port))
  if (here === null) throw refuse('COLOPHON_HOST', host, 'an address or a name of this machine')
  return here
}

/** null for what has a path, a query or credentials, or is no address at all. */
function originOf(value: string): string | null {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.href === `${url.origin}/` && !/[?#]$/.test(value) ? url.origin : null
}

/** In the form in which they are compared. */
function hostNames(value: string): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
  const given = names.filter((name) => name !== '')
  if (given.some((name) => !/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)))
    throw refuse('COLOPHON_HOSTS', value, 'host names without ports, separated by commas')
  return given
}

function metricsPlace(value: string): Pick<MetricsSettings, 'access' | 'address'> {
  const access = (['loopback', 'public', 'off'] as const).find((known) => known === value)
  if (access !== undefined) return { access, address: null }
  const [, literal, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/\s]+)):(\d{1,5})$/i.exec(value) ?? []
  const host = literal ?? name
  if (host === undefined || Number(port) > 65_535)
    throw refuse('COLOPHON_METRICS', value, 'loopback, public, off, or HOST:PORT')
  return { access: 'off', address: { host, port: Number(port) } }
}

/** Not shown where it is refused: it is a secret. */
function metricsToken(value: string): string | null {
  if (/^[\x21-\x7e]*$/.test(value)) return value || null
  throw new SettingRefused('COLOPHON_METRICS_TOKEN must be visible ASCII')
}

function databaseUrl(value: string): string {
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(value))
    // The address may hold a password: it is not shown.
    throw new SettingRefused('COLOPHON_DATABASE_URL must be sqlite:PATH or postgres://...')
  return value
}

function databaseReadUrl(value: string, written: string): string | null {
  if (value === '') return null
  if (!POSTGRES.test(value) || !POSTGRES.test(written))
    throw new SettingRefused(
      'COLOPHON_DATABASE_READ_URL must be postgres://... of a replica, beside a COLOPHON_DATABASE_URL of PostgreSQL',
    )
  return value
}

const POSTGRES = /^postgres(ql)?:\/\/.+$/

function blobs(value: string): string {
  if (value !== 'database' && !/^s3:\/\/[^/?]+/.test(value))
    throw refuse('COLOPHON_BLOBS', value, 'database or s3://bucket/prefix?endpoint=...&region=...')
  return value
}

function searchIndex(value: string, database: string): Settings['search'] {
  const place = oneOf('COLOPHON_SEARCH', value, ['memory', 'postgres'])
  if (place === 'postgres' && !POSTGRES.test(database))
    throw refuse('COLOPHON_SEARCH', value, 'memory where COLOPHON_DATABASE_URL is not of PostgreSQL')
  return place
}

/** It goes into headers: an address is in the form that URLs have. */
function contentLicense(value: string): Settings['contentLicense'] {
  if (value === '') return null
  if (/^[A-Za-z0-9][A-Za-z0-9.+-]{0,99}$/.test(value))
    return { name: value, url: `https://spdx.org/licenses/${value}.html` }
  const url = webAddress(value)
  if (url === null)
    throw refuse('COLOPHON_CONTENT_LICENSE', value, 'an SPDX id such as CC-BY-4.0, or an http(s) address')
  return { name: url, url }
}

/** Who is asked to cosign the log: lines of a policy as they are, or the file that has them. */
function witnesses(value: string): Settings['witnesses'] {
  if (value === '') return []
  try {
    const text = /^\s*witness\s/.test(value) ? value.replaceAll(';', '\n') : readFileSync(value, 'utf8')
    return parseWitnesses(text)
  } catch (error) {
    throw refuse(
      'COLOPHON_WITNESSES',
      value,
      `lines \`witness NAME KEY URL\` or their file: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function contact(value: string): string | null {
  if (value === '') return null
  const address = value.replace(/^mailto:/, '')
  if (/^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(address)) return `mailto:${address}`
  const url = value.startsWith('https:') ? webAddress(value) : null
  if (url === null) throw refuse('COLOPHON_CONTACT', value, 'an e-mail address, or an https address')
  return url
}

/** null for what is none, or says who asks. */
function webAddress(value: string): string | null {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.username === '' && url.password === '' ? url.href.replace(/[<>"\s]/g, encodeURIComponent) : null
}

function trustProxy(value: string): string | null {
  if (parseProxyTrust(value) === null)
    throw refuse('COLOPHON_TRUST_PROXY', value, 'off, a number of hops, or addresses and CIDR blocks')
  return value || null
}
