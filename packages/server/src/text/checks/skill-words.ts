import type { CheckedText, Find, Finding } from './finding.ts'

/** Names of secrets, in letters as they look. */
const SECRET_WORDS =
  /\b(?:api[ _-]?keys?|access[ _-]?(?:keys?|tokens?)|auth(?:entication|orization)?[ _-]tokens?|bearer[ _-]tokens?|client[ _-]secrets?|secret[ _-]keys?|private[ _-]keys?|passwords?|passphrases?|credentials?|seed phrases?|recovery (?:codes?|phrases?)|session cookies?|one-time codes?|ssh keys?)\b/g
/** Where secrets lie: files and variables. */
const SECRET_PLACES =
  /(?:^|[\s"'`=(:/~])(?:\.env(?:\.\w{1,20})?|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.aws\/|\.ssh\/?|\.gnupg|\.kube\/config|\.docker\/config\.json|id_(?:rsa|ed25519|ecdsa)|etc\/shadow)(?![\w-])|\$\{?\w{0,60}(?:token|secret|password|passwd|api_?key|credentials?|private_?key)\b/g
/** Verbs that make a sentence about a secret a request for it. */
const ASKS =
  /\b(?:ask|enter|paste|provide|send|share|give|type|upload|print|read|copy|export|store|save|collect|request|reveal|show|log|echo|post|pass|submit|include|forward)\b/

const NAMES_SECRET = 'is about a secret.'
const ASKS_SECRET = 'asks for a secret, or has one read or passed on.'
const PLACE_OF_SECRET = 'names a file or a variable that holds secrets.'

/** Secrets that a skill is about: a warning where it asks for one, or where code takes one. */
export const skillSecrets: Find = (checked) => inOrder(secretsOf(checked))

function* secretsOf(checked: CheckedText): Generator<Finding> {
  const { folded } = checked
  for (const { index } of folded.text.matchAll(SECRET_PLACES))
    yield { at: folded.sourceOf(index + 1), level: 'warning', says: PLACE_OF_SECRET }
  for (const { index } of folded.text.matchAll(SECRET_WORDS)) {
    const at = folded.sourceOf(index)
    const asks = isCode(checked, at) || ASKS.test(lineAround(folded.text, index))
    yield asks ? { at, level: 'warning', says: ASKS_SECRET } : { at, level: 'notice', says: NAMES_SECRET }
  }
}

/** Options and programs that widen rights or take barriers away. */
const TAKES_RIGHTS =
  /(?:^|[\s`"'(|;&])(?:sudo|doas|runas|pkexec)(?=[\s`])|\bchmod\s+(?:-\w+\s+)?(?:777|0777|a\+rwx|[ugoa]*\+s)\b|\bsetcap\b|\bsetenforce 0\b|--(?:privileged|no-sandbox|no-verify|insecure|allow-all|dangerously[a-z-]{0,40}|yolo|skip-permissions?|trust-all[a-z-]{0,20})\b|-executionpolicy\s+(?:bypass|unrestricted)\b|\ballowed-tools\b|\bxattr\s+-\w*d\b/g
/** Sentences that ask for more rights, or for fewer questions. */
const ASKS_RIGHTS =
  /\bwithout (?:asking|confirmation|confirming|approval|permission|prompting)\b|\b(?:bypass|skip|disable|ignore|turn off|override|circumvent)(?:es|s|ing|d)? (?:\w+ ){0,3}(?:approvals?|permissions?|confirmations?|prompts?|sandbox(?:ing)?|safety|safeguards?|guardrails?|restrictions?|firewalls?|antivirus|checks|verification)\b|\bauto-?approv\w{1,3}\b|\b(?:grant|allow|give)(?:s|ing)? (?:\w+ ){0,4}(?:access|permissions?|rights|privileges)\b|\b(?:root|administrator|admin|superuser) (?:access|rights|privileges|permissions?)\b|\bfull (?:disk )?access\b|\bas (?:root|administrator)\b/g

const TAKES = 'takes more rights, or switches a barrier off.'
const ASKS_MORE = 'speaks of more rights, or of fewer questions to the user.'

/** Rights that a skill wants beyond those of its reader: a warning where a command takes them. */
export const skillRights: Find = (checked) => inOrder(rightsOf(checked))

function* rightsOf(checked: CheckedText): Generator<Finding> {
  const { folded } = checked
  for (const match of folded.text.matchAll(TAKES_RIGHTS)) {
    const at = folded.sourceOf(match.index + match[0].length - match[0].trimStart().length)
    yield { at, level: isCode(checked, at) ? 'warning' : 'notice', says: TAKES }
  }
  for (const { index } of folded.text.matchAll(ASKS_RIGHTS))
    yield { at: folded.sourceOf(index), level: 'warning', says: ASKS_MORE }
}

function isCode({ text, prose }: CheckedText, at: number): boolean {
  return prose.charAt(at) !== text.charAt(at)
}

const REACH = 200

/** The words on the same line, not far away. */
function lineAround(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - REACH), at + REACH)
  const place = Math.min(at, REACH)
  const begin = near.lastIndexOf('\n', place) + 1
  const end = near.indexOf('\n', place)
  return near.slice(begin, end < 0 ? near.length : end)
}

function inOrder(found: Iterable<Finding>): Finding[] {
  return [...found].sort((one, other) => one.at - other.at)
}
