import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isEverythingRequired } from './everything.ts'

/** Programs of Debian that the files in `deploy/` are for, or that stand before a database, by the package of each. */
const PROGRAMS = {
  nginx: { program: 'nginx', what: 'nginx (the proxy of deploy/nginx)' },
  caddy: { program: 'caddy', what: 'Caddy (the proxy of deploy/caddy)' },
  systemd: { program: 'systemd-analyze', what: 'systemd (which judges deploy/systemd)' },
  pgbouncer: { program: 'pgbouncer', what: 'PgBouncer (a pooler before PostgreSQL)' },
  openssl: { program: 'openssl', what: 'OpenSSL (certificates and signatures in tests)' },
  python3: { program: 'python3', what: 'Python (a reader of signed statements)' },
} as const

type DebianPackage = keyof typeof PROGRAMS

/** Where programs for the administrator are, too: not everybody has these folders on the path. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of a program; null where its package is not installed. */
export function programOf(name: DebianPackage): string | null {
  const paths = FOLDERS.map((folder) => join(folder, PROGRAMS[name].program))
  return paths.find((path) => existsSync(path)) ?? null
}

/** One line for each package that is missing. */
export function missingPrograms(): string[] {
  return (Object.keys(PROGRAMS) as DebianPackage[]).filter((name) => programOf(name) === null).map(adviceOn)
}

function adviceOn(name: DebianPackage): string {
  return `${PROGRAMS[name].what} is not installed here: apt-get install ${name}`
}

/** For the option `skip` of a test: one line where a program is missing; where everything is asked for, it fails there. */
export function skipWithout(names: readonly DebianPackage[]): string | false {
  const missing = names.find((name) => programOf(name) === null)
  return missing !== undefined && !isEverythingRequired() && adviceOn(missing)
}
