/** What a site's answers say of its safety in a browser, judged by the rules of Mozilla's HTTP Observatory. */
export interface Judged {
  readonly score: number
  /** One line for each rule that adds or takes points. */
  readonly reasons: readonly string[]
}

type Rule = (header: (name: string) => string | null) => readonly [points: number, reason: string]

const HALF_A_YEAR_SECONDS = 15_768_000
const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']

/** The rules for one answer over https that sets no cookie and loads scripts, if any, from its own origin. */
const RULES: readonly Rule[] = [
  (header) => contentPolicy(header('content-security-policy')),
  (header) => {
    const age = Number(/max-age=(\d+)/.exec(header('strict-transport-security') ?? '')?.[1] ?? -1)
    return age < 0 ? [-20, 'no HSTS'] : age < HALF_A_YEAR_SECONDS ? [-10, 'HSTS too short'] : [0, 'HSTS']
  },
  (header) => (header('x-content-type-options') === 'nosniff' ? [0, 'nosniff'] : [-5, 'no nosniff']),
  (header) => {
    if (directives(header('content-security-policy')).has('frame-ancestors')) return [5, 'frame-ancestors']
    return /^(DENY|SAMEORIGIN)$/i.test(header('x-frame-options') ?? '')
      ? [0, 'frame options']
      : [-20, 'framed']
  },
  (header) => {
    const policy = header('referrer-policy')
    if (policy === null) return [0, 'no referrer policy']
    return PRIVATE_REFERRERS.includes(policy) ? [5, 'referrer policy'] : [-5, 'referrer told']
  },
  (header) => {
    const policy = header('cross-origin-resource-policy')
    return policy === 'same-origin' || policy === 'same-site' ? [10, 'CORP'] : [0, 'no CORP']
  },
  (header) => (header('access-control-allow-origin') === '*' ? [-50, 'open CORS'] : [0, 'no CORS']),
]

export function judge(header: (name: string) => string | null): Judged {
  const found = RULES.map((rule) => rule(header))
  const penalty = found.reduce((sum, [points]) => sum + Math.min(0, points), 100)
  // Merits count only where there is little to complain of.
  const merits = penalty >= 90 ? found.reduce((sum, [points]) => sum + Math.max(0, points), 0) : 0
  const reasons = found.filter(([points]) => points !== 0).map(([points, reason]) => `${points} ${reason}`)
  return { score: Math.max(0, penalty + merits), reasons }
}

function contentPolicy(text: string | null): readonly [number, string] {
  if (text === null) return [-25, 'no CSP']
  const policy = directives(text)
  const fallback = policy.get('default-src') ?? ['*']
  const sources = (name: string) => policy.get(name) ?? fallback
  const loose = /^(?:\*|https?:|data:|'unsafe-inline')$/
  if ([...sources('script-src'), ...sources('object-src')].some((source) => loose.test(source)))
    return [-20, 'CSP lets scripts in']
  if (sources('script-src').includes("'unsafe-eval'")) return [-10, 'CSP lets eval in']
  if (sources('style-src').includes("'unsafe-inline'")) return [0, 'CSP lets inline style in']
  return fallback.length === 1 && fallback[0] === "'none'" ? [10, 'CSP from none'] : [5, 'CSP']
}

function directives(text: string | null): Map<string, string[]> {
  const parts = (text ?? '').split(';').map((part) => part.trim().toLowerCase().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}
