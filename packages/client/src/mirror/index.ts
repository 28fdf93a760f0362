export { type Mirrored, type MirrorJob, mirrorTopics } from './mirror.ts'
export { MirrorRefused } from './refused.ts'
