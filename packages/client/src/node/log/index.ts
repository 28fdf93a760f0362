export { backupLog } from './backup-source.ts'
export { readKnownLog, writeKnownLog } from './known-log.ts'
export { type MirrorLog, mirrorLog } from './mirror-source.ts'
