/** The network swallowed the query or its answer. */
export class NoAnswer extends Error {
  constructor(cause?: unknown) {
    super('PostgreSQL does not answer on this connection', { cause })
  }
}

/** Rejects with `NoAnswer` when nothing came in time; whoever asked drops the connection. */
export async function answeredWithin<T>(answer: Promise<T>, milliseconds: number | null): Promise<T> {
  if (milliseconds === null) return answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
