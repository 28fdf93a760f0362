import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from './engines.ts'
import { freePort } from './free-port.ts'
import type { Draw } from './fuzz-values.ts'

/** How many in a thousand pieces of what is sent meet each fault. */
export interface Faults {
  /** It comes up to `longestDelay` milliseconds later, and what follows it no sooner. */
  readonly delay?: number
  readonly longestDelay?: number
  /** The connection is closed in place of it. */
  readonly cut?: number
  /** Half of it is passed on, and then the connection is closed. */
  readonly tear?: number
  /** The connection passes nothing ever again, and nobody is told. */
  readonly drop?: number
}

export interface FaultyNetwork {
  readonly port: number
  /** From now on; without an argument everything passes but what was dropped before. */
  suffer(faults?: Faults): void
  /** Connections that are there, and those that are made in it, pass nothing ever again, as in a failover. */
  silence(): void
  heal(): void
}

interface Pair {
  dropped: boolean
  readonly sockets: readonly [near: Socket, far: Socket]
}

/** Passes bytes on to a server, and does to them what it is told to. */
export async function faultyNetwork(
  t: Cleanup,
  target: { host: string; port: number },
  draw: Draw = () => 0,
): Promise<FaultyNetwork> {
  const port = await freePort()
  const pairs = new Set<Pair>()
  let faults: Faults = {}
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    const pair: Pair = { dropped: isSilent, sockets: [near, far] }
    pairs.add(pair)
    carry(pair, near, far)
    carry(pair, far, near)
  })

  function carry(pair: Pair, from: Socket, to: Socket): void {
    let passed = Promise.resolve()
    from.on('error', () => {})
    from.on('data', (bytes) => {
      const fate = fateOf(faults, draw)
      const wait = isHit(faults.delay, draw) ? draw(faults.longestDelay ?? 100) : 0
      passed = passed.then(async () => {
        if (wait > 0) await sleep(wait)
        if (!pair.dropped) FATES[fate](pair, { bytes, to })
      })
    })
    from.on('close', () => {
      passed = passed.then(() => {
        if (!pair.dropped) to.destroy()
        if (pair.sockets.every((socket) => socket.destroyed)) pairs.delete(pair)
      })
    })
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(async () => {
    server.close()
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
  })
  return {
    port,
    suffer(given = {}) {
      faults = given
    },
    silence() {
      isSilent = true
      for (const pair of pairs) pair.dropped = true
    },
    heal() {
      isSilent = false
    },
  }
}

type Fate = 'cut' | 'tear' | 'drop' | 'pass'

const FATES: Record<Fate, (pair: Pair, piece: { bytes: Buffer; to: Socket }) => void> = {
  cut: (pair) => end(pair),
  tear: (pair, { bytes, to }) => to.write(bytes.subarray(0, bytes.length >> 1), () => end(pair)),
  drop(pair) {
    pair.dropped = true
  },
  pass: (_pair, { bytes, to }) => void to.write(bytes),
}

function end({ sockets }: Pair): void {
  for (const socket of sockets) socket.destroy()
}

function fateOf(faults: Faults, draw: Draw): Fate {
  for (const fate of ['cut', 'tear', 'drop'] as const) if (isHit(faults[fate], draw)) return fate
  return 'pass'
}

function isHit(ofThousand: number | undefined, draw: Draw): boolean {
  return ofThousand !== undefined && draw(1000) < ofThousand
}
