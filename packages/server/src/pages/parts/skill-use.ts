import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { day, modeWords } from './mode-mark.ts'

type SkillView = AnswerOf<Operations['getSkill']>

/** How a skill is installed, and what it is worth: above the text, since an agent follows it. */
export function skillUse(skill: SkillView, baseUrl: string): Markup {
  const { path, sha256, size, mode, reviewed_for, evidence_until, uri } = skill
  const file = `/api/v1/skills/file?path=${encodeURIComponent(path)}`
  return html`<section class="skill-use" aria-labelledby="skill">
    <h2 id="skill">Use this skill</h2>
    <pre tabindex="0"><code>colophon skill install ${path} --url ${baseUrl}</code></pre>
    <dl class="facts">
      <dt>File</dt>
      <dd><a href=${file}>SKILL.md</a>, ${size} bytes</dd>
      <dt>Digest</dt>
      <dd><code>sha256:${sha256}</code></dd>
      <dt>Mode</dt>
      <dd>${modeWords(mode)}</dd>
      <dt>Reviewed for</dt>
      <dd>${reviewed_for.length === 0 ? 'nothing before it was published' : reviewed_for.join(', ')}</dd>
      <dt>Evidence until</dt>
      <dd>${evidence_until === null ? 'no evidence counts now' : day(evidence_until)}</dd>
      <dt>For MCP</dt>
      <dd><code>${uri}</code></dd>
    </dl>
  </section>`
}
