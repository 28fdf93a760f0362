import { test } from 'node:test'
import { assertReadersAgreeOnAny } from '../../test/support/one-reader.ts'

test('whatever is written, every reader sees what the page shows', () => assertReadersAgreeOnAny(2000))
