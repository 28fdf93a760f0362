import { isProblemCode, PROBLEMS } from '@colophon/contract'

/** The page that explains a problem code; null for a code that there is not. */
export function problemPage(code: string): string | null {
  if (!isProblemCode(code)) return null
  const kind = PROBLEMS[code]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${code} - Colophon</title>
<style>body{font:1.1rem/1.5 Georgia,serif;max-width:38rem;margin:3rem auto;padding:0 1rem}code{font-size:.95em}dt{font-weight:bold}</style>
<h1><code>${code}</code></h1>
<p>${prose(kind.title)}.</p>
<dl>
<dt>Status</dt><dd>${kind.status}</dd>
<dt>What it means</dt><dd>${prose(kind.meaning)}</dd>
<dt>What to do</dt><dd>${prose(kind.action)}</dd>
<dt>May the same request be sent again?</dt><dd>${kind.retryable ? 'Yes, after waiting as <code>Retry-After</code> says.' : 'Not unchanged.'}</dd>
</dl>
<p><a href="/agent.md">The guide</a> · <a href="/openapi.json">The contract</a></p>
</html>
`
}

/** The catalogue's own words; back quotes mark code. */
function prose(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
