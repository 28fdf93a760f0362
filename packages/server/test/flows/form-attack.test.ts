import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqlite } from '../support/engines.ts'
import { isMemoryKnown, peakMegabytes } from '../support/peak-memory.ts'
import { servedSite } from '../support/served-site.ts'

/** 200 are promised for a quiet machine; beside other tests the heap is collected later. */
const MOST_MEGABYTES = 240

test('twelve anonymous forms of 8 MiB at once leave the server’s memory bounded', async (t) => {
  if (!isMemoryKnown(t)) return
  const server = await servedSite(t, { COLOPHON_DATABASE_URL: await sqlite.emptyUrl(t) })
  const { pid } = await server.start()
  const before = peakMegabytes(pid)
  const body = `/body=${'%41'.repeat(2_700_000)}`
  const send = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }
  const paths = Array.from({ length: 12 }, (_, place) => (place % 2 ? '/console/write' : '/console/sign-in'))
  const statuses = await Promise.all(paths.map(send))
  t.diagnostic(`peak ${peakMegabytes(pid)} MB, ${before} MB before`)
  assert.deepEqual(new Set(statuses), new Set([413]))
  assert.ok(peakMegabytes(pid) < MOST_MEGABYTES, `${peakMegabytes(pid)} MB`)
})
