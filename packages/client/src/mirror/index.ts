export type { KeptLog } from './keep-log.ts'
export { type Failure, type Mirrored, mirrorTopics } from './mirror.ts'
export { MirrorRefused } from './refused.ts'
export type { MirrorJob } from './running.ts'
