export {
  type CallOperation,
  type CallRequest,
  type ItemOf,
  type LooseRequest,
  type PagedOperationId,
  typedCall,
} from './call.ts'
export { type Client, type ClientOptions, createClient, type ObjectPart } from './client.ts'
export { inFlight, openRoom } from './in-flight.ts'
export { type ClientLease, holdLease, type LeaseFields } from './lease.ts'
export { eachItem } from './pages.ts'
export { ColophonProblem, EdgeDenied, ObjectAltered, type ProblemDocument, Unreachable } from './problem.ts'
export { readStored, type StoredRevision } from './stored-revision.ts'
