import { activityPage } from './activity/activity-page.ts'
import { ADMIN_PAGES } from './admin/admin-pages.ts'
import { candidatePage } from './candidates/candidate-page.ts'
import { candidatesPage } from './candidates/candidates-page.ts'
import { publishPage } from './candidates/publish-page.ts'
import { CURATOR_PAGES } from './curator-pages.ts'
import type { ConsolePage } from './definitions.ts'
import { challengePage, evidencePage } from './evidence/evidence-page.ts'
import { overviewPage } from './overview-page.ts'
import { reviewPage } from './reviews/review-page.ts'
import { reviewsPage } from './reviews/reviews-page.ts'
import { revokeOwnPage } from './revoke-own-page.ts'
import { DECIDE_SEVERAL_PAGES } from './submissions/decide-several.ts'
import { finalizePage, withdrawPage } from './submissions/submission-acts.ts'
import { submissionPage } from './submissions/submission-page.ts'
import { submissionsPage } from './submissions/submissions-page.ts'
import { taskPage } from './tasks/task-page.ts'
import { tasksPage } from './tasks/tasks-page.ts'
import { revisePage } from './writing/revise-page.ts'
import { writePage } from './writing/write-page.ts'

/** Every page of the console. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  overviewPage,
  revokeOwnPage,
  activityPage,
  tasksPage,
  taskPage,
  writePage,
  revisePage,
  submissionsPage,
  submissionPage,
  withdrawPage,
  finalizePage,
  ...DECIDE_SEVERAL_PAGES,
  candidatesPage,
  candidatePage,
  publishPage,
  evidencePage,
  challengePage,
  reviewsPage,
  reviewPage,
  ...CURATOR_PAGES,
  ...ADMIN_PAGES,
]
