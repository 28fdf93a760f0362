/** A table, as far as this process has seen it change. */
export interface Table {
  version: number
  /** By the transaction that is open now. */
  isWritten: boolean
}

/** How often each table changed: our own commits table by table, those of other processes all together. */
export interface TableVersions {
  of(name: string): Table
  /** Called before a statement writes: a work that is taken back counts as well, which costs a question only. */
  write(tables: readonly Table[]): void
  /** Called after the commit, or after everything was taken back. */
  settle(): void
  /** Changes with every commit to one of the tables. */
  sum(tables: readonly Table[]): number
  /** Changes with every commit. */
  all(): number
}

/** `epoch` counts the commits of others. Every number only grows, so that equal sums mean equal parts. */
export function createTableVersions(epoch: () => number): TableVersions {
  const tables = new Map<string, Table>()
  const written: Table[] = []
  let commits = 0
  return {
    of(name) {
      const known = tables.get(name) ?? { version: 0, isWritten: false }
      tables.set(name, known)
      return known
    },
    write(changed) {
      for (const table of changed) {
        if (table.isWritten) continue
        table.isWritten = true
        written.push(table)
      }
    },
    settle() {
      if (written.length > 0) commits += 1
      for (const table of written.splice(0)) {
        table.isWritten = false
        table.version += 1
      }
    },
    sum(of) {
      let sum = epoch()
      for (const table of of) sum += table.version
      return sum
    },
    all: () => epoch() + commits,
  }
}
