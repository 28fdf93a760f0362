export { FolderRefused } from '../folder-refused.ts'
export type { ChangeItem } from './entries.ts'
export { MirrorRefused } from './entries.ts'
export type { MirroredLog } from './keep-log.ts'
export type { PublicAct } from './keep-site.ts'
export type { MirroredLicense } from './license.ts'
export { type MirrorResult, mirrorTopics, type TopicFailure } from './mirror.ts'
export { type MirrorReader, readMirror } from './read-mirror.ts'
export type { MirrorJob } from './running.ts'
export {
  ACTS_IN_FILE,
  actsFileOf,
  type MirroredSite,
  type MirroredStanding,
  PUBLIC_STREAM,
  type TopicView,
} from './site.ts'
export { actOf } from './state.ts'
