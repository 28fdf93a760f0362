import {
  type Access,
  DOCUMENTS,
  OPERATIONS,
  type Operation,
  openApiDocument,
  PAGES,
} from '../packages/contract/src/index.ts'

/** Files that are made from the table of operations, by their path from the root. */
export function contractPages(): Readonly<Record<string, string>> {
  return {
    'docs/openapi.snapshot.json': `${JSON.stringify(openApiDocument('https://press.example'), null, 2)}\n`,
    'docs/routes.md': routesPage(Object.values(OPERATIONS)),
  }
}

function routesPage(operations: readonly Operation[]): string {
  const rows = operations.map(
    ({ method, path, access, summary }) => `| ${method} | \`${path}\` | ${callers(access)} | ${summary} |`,
  )
  const documents = [...DOCUMENTS, ...Object.values(PAGES)].map(
    ({ path, summary }) => `| GET | \`${path}\` | anyone | ${summary} |`,
  )
  return `# Routes

Every route. \`npm run snapshot\` generates this page from the contract. Fields and schemas are in
\`/openapi.json\` of a running server; the rules are in \`specification.md\`.

| Method | Path | Who | What |
|---|---|---|---|
${[...rows, ...documents].join('\n')}
`
}

function callers({ credential, enrollment, scopes, unrestricted }: Access): string {
  if (credential !== 'required') return 'anyone'
  const who = { any: 'any bearer', invited: 'invited', public: 'readers' }[enrollment]
  const needed = scopes.filter((scope) => scope !== 'read').join(' or ')
  return `${who}${needed === '' ? '' : ` with ${needed}`}${unrestricted ? ', unrestricted' : ''}`
}
