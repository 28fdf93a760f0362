import { type Figure, rate } from '../figures.ts'
import { runLoad } from '../load.ts'
import { processorTime } from '../processor-time.ts'
import { ask, openWire, requestBytes } from '../wire.ts'

const CLIENTS = 2
const CONNECTIONS = 8
const MILLISECONDS = 3000
const WARM_UP_MILLISECONDS = 1000

/** Clients search without pause while others read one object. */
export async function readsBesideSearches(
  server: { port: number; pid: number },
  queries: readonly string[],
): Promise<Figure[]> {
  const { port, pid } = server
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/index?limit=1`)
  const { items } = (await response.json()) as { items: { content_hash: string }[] }
  const request = requestBytes(`GET /objects/${items[0]?.content_hash}`, [])
  const load = { port, request, status: 200, connections: CONNECTIONS, milliseconds: MILLISECONDS }
  await runLoad({ ...load, milliseconds: WARM_UP_MILLISECONDS })
  const alone = await withShares(pid, () => runLoad(load))
  const searching = keepSearching(port, queries)
  await runLoad({ ...load, milliseconds: WARM_UP_MILLISECONDS })
  const before = searching.count()
  const beside = await withShares(pid, () => runLoad(load))
  const searches = searching.count() - before
  await searching.stop()
  const shares = `server ${percent(beside.server)}, load ${percent(beside.load)}`
  const sharesAlone = `server ${percent(alone.server)}, load ${percent(alone.load)}`
  return [
    {
      what: `Object reads while ${CLIENTS} clients search without pause (${rate((searches / MILLISECONDS) * 1000)}), and their p99`,
      measured: `${rate(beside.perSecond)}, ${beside.p99.toFixed(2)} ms (${shares} of a core)`,
      beside: `alone ${rate(alone.perSecond)}, ${alone.p99.toFixed(2)} ms (${sharesAlone})`,
      ratio: `${(beside.perSecond / alone.perSecond).toFixed(2)} / ${(beside.p99 / alone.p99).toFixed(1)}`,
      target: '>= 0.5 / <= 3',
    },
  ]
}

/** How much of a processor the server and this process had. */
async function withShares<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<T & { server: number; load: number }> {
  const start = performance.now()
  const before = [processorTime(pid), processorTime(process.pid)] as const
  const result = await work()
  const microseconds = (performance.now() - start) * 1000
  return {
    ...result,
    server: (processorTime(pid) - before[0]) / microseconds,
    load: (processorTime(process.pid) - before[1]) / microseconds,
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function keepSearching(port: number, queries: readonly string[]) {
  let count = 0
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const wire = await openWire(port)
    for (let turn = client; !isOver; turn += CLIENTS, count += 1) {
      // Another form of the same words each time: no answer is used again.
      const dots = '.'.repeat(1 + (Math.floor(turn / queries.length) % 50))
      const query = `${queries[turn % queries.length]} ${dots}`
      await ask(wire, requestBytes(`GET /api/v1/search?q=${encodeURIComponent(query)}`, []))
    }
    wire.close()
  })
  return {
    count: () => count,
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}
