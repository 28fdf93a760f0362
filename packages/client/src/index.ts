export type { CallOperation, CallRequest, ItemOf, PagedOperationId } from './call.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { ColophonProblem, EdgeDenied, ObjectAltered, type ProblemDocument, Unreachable } from './problem.ts'
