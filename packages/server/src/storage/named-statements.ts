const names = new Map<string, string>()

/** Gives a statement's text a name; only texts that are fixed in the code may have one, so that they are few. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `compiled_${names.size + 1}`)
}

/** The name under which a connection may keep the statement prepared; undefined for one built afresh. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
