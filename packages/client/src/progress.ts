/** Tells how far the work is; the stages come one after the other. */
export interface Progress {
  /** A stage begins; `total` is null where nobody knows how much there is to do. */
  begin(stage: string, total: number): void
  advance(done: number): void
}
