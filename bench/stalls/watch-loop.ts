import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What a server's event loop did since it was last asked: its longest hold, in milliseconds. */
export interface Hold {
  /** As a clock saw it: also the time in which the machine did other things, and a disk worked. */
  readonly wall: number
  /** Processor time of the loop's own thread. */
  readonly processor: number
}

const EVERY_MILLISECONDS = 2

/** Loaded into a server before its own code; tells at a socket how long its loop was held, and collects what it can let go. */
function watchLoop(socket: string): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let longest = { wall: 0, processor: 0 }
  let [at, used] = [performance.now(), threadTime()]
  setInterval(() => {
    const [now, usedNow] = [performance.now(), threadTime()]
    longest = {
      wall: Math.max(longest.wall, now - at - EVERY_MILLISECONDS),
      processor: Math.max(longest.processor, usedNow - used),
    }
    at = now
    used = usedNow
  }, EVERY_MILLISECONDS).unref()
  createServer((connection) => {
    connection.on('error', () => {})
    const told = longest
    collect()
    ;[at, used] = [performance.now(), threadTime()]
    longest = { wall: 0, processor: 0 }
    connection.end(JSON.stringify(told satisfies Hold))
  })
    .listen(socket)
    .unref()
}

/** Milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const { STALLS_SOCKET } = process.env
if (isMainThread && STALLS_SOCKET !== undefined) {
  // What this process starts has no loop that answers requests.
  delete process.env.STALLS_SOCKET
  watchLoop(STALLS_SOCKET)
}
