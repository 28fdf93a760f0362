/** What is wrong with a manifest, in words that follow its name. */
export class Damaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Damaged'
  }
}
