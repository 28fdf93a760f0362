export type { ProvenLeaf, ProvenObject } from './prove-object.ts'
export { siteLog } from './site-source.ts'
export type { FolderChecked, FolderSource, LogSource, ObjectLeaf } from './source.ts'
export { type KnownLog, type VerifiedLog, type VerifyJob, verifyLog } from './verify-log.ts'
