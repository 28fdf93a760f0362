export { MirrorRefused } from './entries.ts'
export type { MirroredLog } from './keep-log.ts'
export { type MirrorResult, mirrorTopics, type TopicFailure } from './mirror.ts'
export type { MirrorJob } from './running.ts'
