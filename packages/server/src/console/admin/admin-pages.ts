import type { ConsolePage } from '../definitions.ts'
import { adminPage } from './admin-page.ts'
import { auditPage } from './audit-page.ts'
import { capacityPage } from './capacity-page.ts'
import { issueTokenPage } from './issue-token-page.ts'
import { bringObjectPage, bringPagePage } from './material-page.ts'
import { newTopicPage } from './new-topic-page.ts'
import { rebuildPage, recoveryPage } from './recovery-page.ts'
import { restorePage } from './restore-page.ts'
import { revokeTokenPage } from './revoke-token-page.ts'
import { releaseSnapshotPage, snapshotPage, snapshotsPage } from './snapshots-page.ts'
import { tokensPage } from './tokens-page.ts'

/** The pages of the administration. */
export const ADMIN_PAGES: readonly ConsolePage[] = [
  adminPage,
  tokensPage,
  issueTokenPage,
  revokeTokenPage,
  newTopicPage,
  auditPage,
  capacityPage,
  snapshotsPage,
  snapshotPage,
  releaseSnapshotPage,
  recoveryPage,
  rebuildPage,
  restorePage,
  bringPagePage,
  bringObjectPage,
]
