const HEADING = /^## \[([^\]]+)\](.*)$/

/** A section of the changelog: its version, or `Unreleased`, what stands behind it, and its text. */
interface Section {
  readonly version: string
  readonly rest: string
  readonly text: string
}

/** What is new in a version: that which is not released yet, or its own section once it is closed. */
export function notesOf(changelog: string, version: string): string {
  const { sections } = readSections(changelog)
  const textsOf = (isWanted: (section: Section) => boolean) =>
    sections.filter(isWanted).flatMap(({ text }) => text.trim() || [])
  const open = textsOf((section) => isOpen(section, version))
  const text = open.length > 0 ? open : textsOf((section) => section.version === version)
  if (text.length === 0) throw new Error(`CHANGELOG.md says nothing about ${version}`)
  return `${text.join('\n\n')}\n`
}

/** Gives what is not released yet to a version of that day, below an empty section for what comes next. */
export function closeChangelog(changelog: string, version: string, day: string): string {
  const { head, sections } = readSections(changelog)
  const notes = notesOf(changelog, version)
  const closed = { version, rest: ` - ${day}`, text: `\n${notes}` }
  const others = sections.filter((section) => !isOpen(section, version))
  if (!sections.some((section) => isOpen(section, version) && section.text.trim() !== ''))
    throw new Error(`CHANGELOG.md has nothing that is not released`)
  const all = [{ version: 'Unreleased', rest: '', text: '' }, closed, ...others]
  const written = all.map(({ version: name, rest, text }) => `## [${name}]${rest}\n${text}`.trimEnd())
  return `${head.trimEnd()}\n\n${written.join('\n\n')}\n`
}

function isOpen({ version, rest }: Section, wanted: string): boolean {
  return version === 'Unreleased' || (version === wanted && rest.trim() === '- unreleased')
}

function readSections(changelog: string): { head: string; sections: Section[] } {
  const [head = '', ...parts] = changelog.split(/^(?=## \[)/m)
  return {
    head,
    sections: parts.map((part) => {
      const [first = '', ...lines] = part.split('\n')
      const [, version = '', rest = ''] = HEADING.exec(first) ?? []
      return { version, rest, text: lines.join('\n') }
    }),
  }
}
