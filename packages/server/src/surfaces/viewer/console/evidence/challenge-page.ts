import { confirmPage } from '../confirm-page.ts'
import { challengeForm, evidenceAddress } from './evidence-forms.ts'

export const challengePage = confirmPage(challengeForm, async ({ params: { candidate_hash = '' } }) => ({
  title: 'Challenge this evidence?',
  consequence: 'The row is kept and counts no longer. There is no way back; another row can be added.',
  back: { to: evidenceAddress(candidate_hash), words: 'Evidence' },
  filling: { button: 'Challenge it' },
}))
