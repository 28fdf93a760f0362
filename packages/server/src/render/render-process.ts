import { PAGE_LIMITS } from '@colophon/contract'
import { checksOf } from '../text/checks/checks-of.ts'
import { compareBodies } from '../text/compare-bodies.ts'
import { findQuote } from '../text/quote.ts'
import { layOut } from './graph-layout.ts'
import { createHighlighter, type Highlighter } from './highlight.ts'
import { type RenderRequest, renderMarkdown } from './render-markdown.ts'
import { READY, type RenderWork } from './render-worker.ts'
import { packText } from './set-text.ts'
import { packDifference } from './write-difference.ts'

/**
 * Does one piece of work after another. A process of its own and not a thread: what makes a thread run out of
 * memory can end the whole server.
 */
void createHighlighter().then((highlighter) => {
  process.on('message', async (work: RenderWork) => {
    process.send?.(await resultOf(work, highlighter))
  })
  process.send?.(READY)
})
process.on('disconnect', () => process.exit())
// A terminal sends these to everybody at once; the server ends this process when it has ended its own work.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function resultOf(work: RenderWork, highlighter: Highlighter): unknown {
  switch (work.kind) {
    case 'text':
      return setText(work.request, highlighter)
    case 'drawing':
      return layOut(work.drawing)
    case 'comparison':
      return compareBodies(work.from, work.to, work.division)
    case 'difference':
      return packDifference(work.pair, work.division)
    case 'checks':
      return checksOf(work.texts, work.baseUrl)
    case 'quote':
      return { place: findQuote(work.body, work.quote) }
  }
}

/** Null also for what is too long to be sent. */
async function setText(request: RenderRequest, highlighter: Highlighter): Promise<Uint8Array | null> {
  const text = await renderMarkdown(request, highlighter)
  return text === null || text.html.length > PAGE_LIMITS.renderedCharacters ? null : packText(text)
}
