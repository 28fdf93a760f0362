/** Where the browser and the client come to. */
export const AUTHORIZE = '/oauth/authorize'
export const TOKEN = '/oauth/token'
export const REVOKE = '/oauth/revoke'

/** What the forms of the page of consent do. */
export const CONSENT = {
  register: '/oauth/consent/register',
  signIn: '/oauth/consent/sign-in',
  give: '/oauth/consent/give',
  refuse: '/oauth/consent/refuse',
} as const
