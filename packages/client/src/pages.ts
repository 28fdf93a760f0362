import {
  type CallOperation,
  type CallRequest,
  type ItemOf,
  looseCall,
  type PagedOperationId,
} from './call.ts'

interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

/** Every item of a list, page by page. */
export async function* eachItem<I extends PagedOperationId>(
  call: CallOperation,
  id: I,
  request: Omit<CallRequest<I>, 'idempotencyKey'>,
): AsyncGenerator<ItemOf<I>, void, undefined> {
  let cursor: string | null = null
  do {
    const query: Record<string, unknown> = { ...request.query, ...(cursor === null ? {} : { cursor }) }
    // The type of the operation's id says that its answer is a page of these items.
    const page = (await looseCall(call)(id, { ...request, query })) as Page<ItemOf<I>>
    yield* page.items
    cursor = page.next_cursor
  } while (cursor !== null)
}
