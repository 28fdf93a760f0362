import type { CheckRule } from '@colophon/contract'
import { addressed, mentioned } from './assistant-text.ts'
import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'
import { hiddenUnicode } from './hidden-unicode.ts'
import { htmlComment } from './html-comment.ts'
import { imageInHtml, imageInMarkdown } from './remote-image.ts'

const FINDS: Readonly<Record<CheckRule, readonly Find[]>> = {
  assistant_text: [addressed, mentioned],
  hidden_unicode: [hiddenUnicode],
  html_comment: [htmlComment],
  remote_image: [imageInMarkdown, imageInHtml],
}

/** Every rule with what finds it, in the order of their names. */
export const RULES = Object.entries(FINDS) as [CheckRule, readonly Find[]][]

/** Whatever the rules find, rule by rule. */
export function findIn(checked: CheckedText): (Finding & { rule: CheckRule })[] {
  const found: (Finding & { rule: CheckRule })[] = []
  for (const [rule, finds] of RULES)
    for (const find of finds) {
      const findings = find(checked)
      if (findings !== NOTHING) for (const finding of findings) found.push({ rule, ...finding })
    }
  return found
}
