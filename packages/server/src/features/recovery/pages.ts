import { PageRefused, type RecoveryPage, readRecoveryPage } from '@colophon/contract'
import { canonicalJson } from '../../core/canonical-json.ts'
import { invalidField, problem } from '../../core/problem.ts'
import { JsonRefused, parseStrictJson } from '../../core/strict-json.ts'

/** Reads a page that came from elsewhere: only the one way to write it is accepted. */
export function readPage(bytes: Uint8Array): RecoveryPage {
  const value = parse(bytes)
  if (canonicalJson(value) !== Buffer.from(bytes).toString('utf8'))
    throw invalidField('', 'is not in the form of RFC 8785')
  try {
    return readRecoveryPage(value)
  } catch (error) {
    if (error instanceof PageRefused) throw invalidField(error.pointer, error.message)
    throw error
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw problem('invalid_json', `The page is not acceptable JSON: ${error.message}.`, {}, error)
  }
}
