import type MarkdownIt from 'markdown-it'
import { addAlerts, addTasks } from './alerts-and-tasks.ts'
import { addBareLinks } from './bare-links.ts'
import { addFootnotes } from './footnotes.ts'
import { addHtmlBlocks } from './html-blocks.ts'
import { addHtmlInline } from './html-inline.ts'
import { addHtmlNesting } from './html-nesting.ts'
import { addMath } from './math.ts'

type Parser = InstanceType<typeof MarkdownIt>

/** What people write beyond CommonMark and tables. Every reader of a text sees it, because all have the same parser. */
export function addSyntax(md: Parser): void {
  addBareLinks(md)
  addFootnotes(md)
  addMath(md)
  addHtmlBlocks(md)
  addHtmlInline(md)
  addTasks(md)
  addAlerts(md)
  addHtmlNesting(md)
}
