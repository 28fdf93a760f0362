/** A file that is not what it has to be. */
export interface Fault {
  /** Relative to the folder. */
  readonly file: string
  readonly sha256: string
  /** In words that follow the name of the file. */
  readonly fault: string
}

export type Report = (fault: Fault) => void

/** A file that several backups share is told of once. */
export function reportOnce(report: Report): Report {
  const told = new Set<string>()
  return (fault) => {
    const key = `${fault.file} ${fault.fault}`
    if (told.has(key)) return
    told.add(key)
    report(fault)
  }
}

/** What is wrong with a manifest, in words that follow its name. */
export class Damaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Damaged'
  }
}
