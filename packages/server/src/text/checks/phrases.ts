/** Between two words: anything but letters and digits, and not much of it. */
const GAP = '[^a-z0-9]{1,12}'

/** A pattern of folded words; a space in it stands for `GAP`. */
function phrase(pattern: string): string {
  return pattern.replaceAll(' ', GAP)
}

const FORGET = '(?:ignore|disregard|forget)'
const OVERRIDE = '(?:ignore|disregard|forget|override|overlook|bypass|discard)'
const DO_NOT = "(?:do not|don't|never)"
const DETERMINERS = '(?:(?:all|any|every|of|the|your|my|our|its|these|those) ){0,4}'
const EARLIER =
  '(?:previous|prior|preceding|earlier|above|foregoing|existing|original|initial|current|former)'
const WHOSE = '(?:(?:system|developer|user|safety|assistant) )?'
const TOLD = '(?:instructions?|prompts?|guidelines?)'
const MODEL = '(?:ai|llm|language)'
const ASSISTANT = `(?:(?:an?|any|the|all) )?(?:(?:large|helpful|virtual|coding) ){0,2}(?:${MODEL} ){0,2}(?:ai|llm|gpt|chatgpt|claude|gemini|copilot|chatbot|assistant|${MODEL} (?:model|agent|assistant|system|bot))s?`

/** What takes back what an assistant was told before, makes something else of it, asks for it, or speaks to it. */
const TO_AN_ASSISTANT = [
  `${OVERRIDE} ${DETERMINERS}${EARLIER} ${WHOSE}${TOLD}`,
  `${FORGET} ${DETERMINERS}${EARLIER} (?:commands|directives|directions|messages and)`,
  `${FORGET} (?:everything|anything|all|whatever) (?:that )?(?:(?:was|is|came) )?(?:above|before this|previous|prior|(?:you were|you have been|you've been) told)`,
  `${FORGET} (?:all )?(?:of )?the above and`,
  `${OVERRIDE} (?:all )?(?:of )?(?:your ${WHOSE}|the (?:system|developer) )(?:instructions|prompts?|guidelines|programming|training)`,
  `${DO_NOT} (?:follow|obey|listen to) ${DETERMINERS}${EARLIER} ${TOLD}`,
  'you are now (?:an?|the|in|called|named|acting|playing|dan|free|no longer|going to act)',
  'you are no longer (?:an?|bound|restricted|limited)',
  'from now on you (?:are|must|shall|will (?:act|answer|be|behave|ignore|respond))',
  '(?:pretend|imagine) (?:to be|that you are|you are) (?:an? )?(?:unrestricted|unfiltered|uncensored|jailbroken)',
  'your new (?:instructions?|role|persona|system prompt|directive)s? (?:is|are)',
  '(?:reveal|print|show|repeat|output|leak|disclose|dump|display|recite|tell|send|quote) (?:me |us )?(?:your|the) (?:(?:entire|full|complete|hidden|original|initial|secret) )?(?:system|developer) (?:prompt|message|instructions?)',
  `as ${ASSISTANT} you (?:must|should|shall|will|need|have to|cannot|are (?:required|instructed|expected|obliged))`,
  `if you are ${ASSISTANT}`,
  `(?:note|notice|reminder|memo) (?:to|for) ${ASSISTANT}`,
  `(?:attention|dear) ${ASSISTANT}(?=[*_)]{0,3}[:,!])`,
  `(?<=(?:ai|llm|model|agent|assistant|chatbot|chatgpt|claude|gemini|copilot)s? (?:(?:that|who) (?:is|are) )?)(?:reading|processing|parsing|summari[sz]ing) this`,
  `${DO_NOT} (?:tell|inform|alert|warn|notify) the user (?:about|of|that) (?:this|these|you|your)`,
  `${DO_NOT} (?:mention|reveal|disclose) (?:this|these|any of this) to the (?:user|human)`,
].map(phrase)

/** What may as well be said of an assistant as to one. */
const OF_AN_ASSISTANT = ['system prompt', 'you are now', `instructions (?:for|to) ${ASSISTANT}`].map(phrase)

/** What chat templates and tools put between the turns of a conversation. */
const MARKS = [
  '<\\|[a-z0-9_]{2,40}\\|>',
  '\\[/?inst\\]',
  '<</?sys>>',
  '</?(?:start_of_turn|end_of_turn)>',
  '</?system(?:[-_](?:prompt|reminder|message|instructions?))?>',
  '</?(?:tool|function)[-_](?:call|result|response)s?>',
  '(?<=^|\\n)[ >]{0,8}#{1,6} {0,4}(?:system|assistant|human|instruction)(?: (?:prompt|message))?[*_]{0,3}:',
  '(?<=\\n\\n)(?:human|assistant): ',
]

const BEGIN = '(?<![a-z0-9])'
const END = '(?![a-z0-9])'

/** What addresses an assistant, in folded text: English phrases, and the marks of chat templates. */
export const ADDRESSING = new RegExp(`${BEGIN}(?:${TO_AN_ASSISTANT.join('|')})${END}|${MARKS.join('|')}`, 'g')
export const MENTIONING = new RegExp(`${BEGIN}(?:${OF_AN_ASSISTANT.join('|')})${END}`, 'g')
