/** The library comes without types. */
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it'

  const readFootnotes: (md: InstanceType<typeof MarkdownIt>) => void
  // biome-ignore lint/style/noDefaultExport: it is the library's.
  export default readFootnotes
}
