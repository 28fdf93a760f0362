import { confirmPage } from './confirm-page.ts'
import { consoleForm } from './definitions.ts'
import { SIGN_IN } from './sign-in-address.ts'

const revokeOwnForm = consoleForm({
  operation: 'revokeMe',
  path: '/console/revoke',
  fields: [],
  done: () => ({ to: SIGN_IN, notice: 'own_token_revoked' }),
})

/** For whoever fears that somebody else has the bearer. */
export const revokeOwnPage = confirmPage(revokeOwnForm, async () => ({
  title: 'Revoke your token?',
  consequence:
    'It stops working at once, here and in every program that uses it, and its sessions end. What you wrote and decided stays. Only an administrator can issue another.',
  back: { to: '/console', words: 'Your desk' },
  filling: { button: 'Revoke it' },
}))
