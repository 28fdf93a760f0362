export {
  type CallOperation,
  type CallRequest,
  type ItemOf,
  type LooseRequest,
  type PagedOperationId,
  typedCall,
} from './call.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { type HeldLease, holdLease, type Lease } from './lease.ts'
export { ColophonProblem, EdgeDenied, ObjectAltered, type ProblemDocument, Unreachable } from './problem.ts'
