import { createHighlighter } from '../markdown/highlight.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { layOut } from './graph-layout.ts'
import { READY, type Work } from './work.ts'

/**
 * Does one piece of work after another. A process of its own and not a thread: what makes a thread run out of
 * memory can end the whole press.
 */
const highlighter = await createHighlighter()
process.on('message', async (work: Work) => {
  process.send?.(
    work.kind === 'text' ? await renderMarkdown(work.manuscript, highlighter) : layOut(work.drawing),
  )
})
process.on('disconnect', () => process.exit())
// A terminal sends these to everybody at once; the press ends this process when it has ended its own work.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.send?.(READY)
