/** An error of JSON-RPC, as the library writes it. */
interface LibraryError {
  readonly code: number
  readonly message: string
  readonly data?: { readonly uri?: unknown }
}

/** What the library's reader of parameters finds wrong, as it tells it: as JSON within the message. */
interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const NO_RESOURCE = -32_002
const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603

const BEGIN = Buffer.from('{"jsonrpc":"2.0","id":')

/**
 * An answer of the library with its errors as the protocol has them. It calls parameters of a wrong form an internal
 * error, which a client would send again; and it writes the newer code for a resource that is not there, which had one
 * of its own in the revisions with sessions.
 */
export function withProtocolErrors(answer: Buffer, isOfSessions: boolean): Buffer {
  if (!answer.subarray(0, BEGIN.length).equals(BEGIN) || !answer.includes('"error":')) return answer
  const { error, ...rest } = JSON.parse(answer.toString()) as { error?: LibraryError }
  if (error === undefined) return answer
  const written = (corrected: object) => Buffer.from(JSON.stringify({ ...rest, error: corrected }))
  const issue = firstIssueOf(error)
  if (issue !== null) return written({ code: INVALID_PARAMS, message: issue })
  if (!isOfSessions || error.data?.uri === undefined) return answer
  return written({ ...error, code: NO_RESOURCE })
}

/** What is wrong with the first parameter that has a wrong form; null where the error is another. */
function firstIssueOf({ code, message }: LibraryError): string | null {
  if (code !== INTERNAL_ERROR && code !== INVALID_PARAMS) return null
  const list = /^(?:Invalid [^ ]+ request: )?(\[\s*\{[\s\S]*\])$/.exec(message)?.[1]
  const [first] = list === undefined ? [] : readIssues(list)
  if (first === undefined) return null
  return `${first.path.join('/')}: ${first.message.replace('Invalid input: ', '')}`
}

function readIssues(list: string): readonly Issue[] {
  try {
    const found: unknown = JSON.parse(list)
    return Array.isArray(found) && Array.isArray(found[0]?.path) ? (found as Issue[]) : []
  } catch {
    return []
  }
}
