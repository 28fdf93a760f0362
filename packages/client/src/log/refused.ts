/** What a log tells that cannot be proven, or is no log. */
export class LogRefused extends Error {
  override readonly name: string = 'LogRefused'
}

/** Two signed checkpoints that cannot be of one log: whoever signed both has told two histories. */
export class LogInconsistent extends LogRefused {
  override readonly name = 'LogInconsistent'
  /** As they were signed, the one that was seen first before the other. */
  readonly checkpoints: readonly [seen: string, found: string]

  constructor(message: string, checkpoints: readonly [seen: string, found: string]) {
    super(message)
    this.checkpoints = checkpoints
  }
}
