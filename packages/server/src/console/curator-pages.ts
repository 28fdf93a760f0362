import { reviewPlanPage } from './candidates/candidates-page.ts'
import type { ConsolePage } from './definitions.ts'
import { retirementPage } from './revisions/retirement-page.ts'
import { signalsPage } from './signals/signals-page.ts'
import { declinePage } from './submissions/submission-acts.ts'
import { newSuggestionPage } from './suggestions/new-suggestion-page.ts'
import { resolutionPage } from './suggestions/resolution-page.ts'
import { suggestionPage } from './suggestions/suggestion-page.ts'
import { suggestionsPage } from './suggestions/suggestions-page.ts'
import { triagePage } from './suggestions/triage-page.ts'
import { TRIAGE_SEVERAL_PAGES } from './suggestions/triage-several.ts'
import { cancelTaskPage, defineTaskPage } from './tasks/curate-task.ts'
import { newTaskPage } from './tasks/new-task-page.ts'
import { healthPage } from './topics/health-page.ts'
import { policyPage } from './topics/policy-page.ts'
import { profilePage } from './topics/profile-page.ts'
import { topicPage } from './topics/topic-page.ts'
import { topicsPage } from './topics/topics-page.ts'
import { visibilityPage } from './topics/visibility-page.ts'

/** The curator's desk. */
export const CURATOR_PAGES: readonly ConsolePage[] = [
  suggestionsPage,
  newSuggestionPage,
  suggestionPage,
  triagePage,
  ...TRIAGE_SEVERAL_PAGES,
  resolutionPage,
  newTaskPage,
  defineTaskPage,
  cancelTaskPage,
  declinePage,
  reviewPlanPage,
  topicsPage,
  topicPage,
  healthPage,
  policyPage,
  visibilityPage,
  profilePage,
  retirementPage,
  signalsPage,
]
