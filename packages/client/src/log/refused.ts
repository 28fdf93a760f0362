/** What a log tells that cannot be proven, or is no log. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused'
}
