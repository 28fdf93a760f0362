/** What a check looks for: the closed list of rules, each with what it means. */
export const CHECK_RULES = {
  hidden_unicode:
    'Characters that nobody sees, that change the order in which others are shown, or that mean nothing by themselves.',
  html_comment: 'A comment in HTML outside of code: programs read it, and most pages do not show it.',
  remote_image: 'An image that lies at another site, which learns who looks at it and may change it.',
  skill_command: 'In a skill: a command or a script that an agent may run.',
  skill_network: 'In a skill: an address of another site that an agent may reach or that its commands use.',
  skill_secret: 'In a skill: a password, key, token or file of secrets that is named or asked for.',
  skill_rights: 'In a skill: more rights, or fewer questions and barriers, that are taken or asked for.',
  assistant_text: 'Words that speak to an assistant instead of to a reader, or marks of a chat template.',
} as const

/** The name of a rule of the checks. */
export type CheckRule = keyof typeof CHECK_RULES

/** How much a check matters: a `warning` asks for a look before the text is accepted, a `notice` is worth knowing. */
export const CHECK_LEVELS = ['warning', 'notice'] as const

/** One of `CHECK_LEVELS`. */
export type CheckLevel = (typeof CHECK_LEVELS)[number]
