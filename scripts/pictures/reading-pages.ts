import { publishExamples } from '../../packages/server/src/commands/examples.ts'
import { approveAll, openDesk, planned, publish } from '../../packages/server/test/support/editorial.ts'
import { register } from '../../packages/server/test/support/readers.ts'
import type { Site } from '../../packages/server/test/support/site.ts'
import type { PictureSet } from './camera.ts'

const DESK = { width: 1440, scheme: 'light' } as const
const TABLET = { width: 820, scheme: 'light' } as const
const PHONE = { width: 390, scheme: 'light' } as const
const NIGHT = { scheme: 'dark' } as const

export const readingPictures: PictureSet = {
  name: 'reading',
  topics: [],
  furnish,
  pictures: [
    { name: 'home', page: 'home', look: DESK, height: 900 },
    { name: 'topic', page: 'topic', look: { ...TABLET, ...NIGHT }, height: 1000 },
    { name: 'article', page: 'article', look: DESK, height: 1000 },
    { name: 'citation', page: 'article', look: { ...DESK, ...NIGHT }, height: 1000, from: 'references' },
    { name: 'observation', page: 'observation', look: { ...PHONE, ...NIGHT }, height: 820 },
    { name: 'case', page: 'article', look: PHONE, height: 820, from: 'at-cases' },
    { name: 'history', page: 'history', look: DESK, height: 900 },
    { name: 'lineage', page: 'lineage', look: { ...TABLET, ...NIGHT }, height: 1000 },
    { name: 'search', page: 'search', look: PHONE, height: 820 },
    { name: 'tombstone', page: 'tombstone', look: TABLET, height: 620 },
    { name: 'superseded', page: 'superseded' },
    { name: 'suggestions', page: 'suggestions' },
    { name: 'missing', page: 'missing' },
    { name: 'problem', page: 'problem' },
    { name: 'record', page: 'record' },
  ],
}

/** The bundled topics after some weeks of use. */
async function furnish(site: Site): Promise<Record<string, string>> {
  await publishExamples(site.app)
  await site.topic('tools')
  const first = await headAt(site, '/contact-import/line-folding')
  const second = await revise(site, first)
  await useFor(site, { days: 12, old: first.content_hash, young: second.content_hash })
  const reviewed = await reviewTools(site)
  const gone = await site.publish({ path: '/tools/awl', title: 'Awls', summary: 'Holes without a drill.' })
  const retired = {
    state: 'retired',
    reason: 'An awl splits hard wood along the grain; a drill of the same width does not.',
    replacement_hashes: [reviewed],
  }
  const path = `/api/v1/objects/${gone.content_hash}/retirement`
  ;(await site.post(path, retired, { token: site.admin })).as('retireRevision')
  return {
    home: '/read',
    topic: '/topics/contact-import',
    article: '/read/contact-import/line-folding',
    observation: '/read/tools/wear',
    superseded: `/revisions/${first.content_hash}`,
    history: `/entries/${first.entry_id}/history?changes=${second.content_hash}`,
    lineage: `/lineage/${second.content_hash}`,
    search: '/search?q=time+zone',
    suggestions: '/search?q=contacs',
    tombstone: '/read/tools/awl',
    missing: '/read/nothing/here',
    problem: '/problems/stale_parent',
    record: `/revisions/${second.publication_hash}`,
  }
}

interface Head {
  entry_id: string
  content_hash: string
  title: string
  summary: string
  path: string
}

async function headAt(site: Site, path: string): Promise<Head> {
  return (await site.get(`/api/v1/resolve?path=${path}`)).as('resolvePath')
}

/** A later revision of an article, with a reference and a sentence changed. */
async function revise(site: Site, head: Head) {
  const cited = await headAt(site, '/contact-import/quoted-printable-in-vcard-2.1')
  const { text } = await site.get(`/objects/${head.content_hash}`)
  const body = text
    .slice(text.indexOf('\n---\n') + 6)
    .replace('Strip a byte order mark at the very beginning.', CHANGED_SENTENCE)
    .replace('nothing more (RFC 6350', 'and nothing more (RFC 6350')
  site.clock.advance({ seconds: 9 * 86_400 })
  return site.publish({
    path: head.path,
    title: head.title,
    summary: head.summary,
    body: `${body}${LAST_SECTION}`,
    revises: head,
    references: [
      { kind: 'service', sha256: cited.content_hash, note: 'Where a fold is soft.' },
      {
        kind: 'url',
        url: 'https://www.rfc-editor.org/rfc/rfc6350#section-3.2',
        title: 'RFC 6350, section 3.2: Line delimiting and folding',
        note: 'What a fold is.',
        checked_at: site.clock.now(),
      },
    ],
  })
}

const CHANGED_SENTENCE = 'Strip a byte order mark (`EF BB BF`) at the very beginning, and nowhere else.'
const LAST_SECTION = `
## As code

\`\`\`python
def unfold(data: bytes) -> bytes:
    """Take out every fold before anything is decoded."""
    data = data.replace(b"\\r\\n", b"\\n").replace(b"\\r", b"\\n")
    return data.replace(b"\\n ", b"").replace(b"\\n\\t", b"")  # one character each
\`\`\`
`

async function useFor(site: Site, used: { days: number; old: string; young: string }): Promise<void> {
  for (let day = 0; day < used.days; day += 1) {
    for (let report = 0; report < 2 + ((day * 5) % 4); report += 1) {
      const hash = report % 3 === 0 ? used.old : used.young
      const reader = await register(site)
      const said = { value: report % 4 === 2 ? 'down' : 'up' }
      await site.post(`/api/v1/objects/${hash}/signals`, said, { token: reader.token })
    }
    site.clock.advance({ seconds: 86_400 })
  }
}

async function reviewTools(site: Site): Promise<string> {
  const desk = await openDesk(site)
  const drill = await planned(site, desk, {
    path: '/tools/drill',
    title: 'A drill for every wood',
    summary: 'Which bit, how fast, and when to stop.',
  })
  await approveAll(site, desk, drill.tasks)
  ;(await publish(site, drill.candidate_hash, { token: desk.curator })).as('publishCandidate')
  await site.publish({
    path: '/tools/wear',
    kind: 'observation',
    title: 'How long a masonry bit lasts in granite',
    summary: 'Three bits of each kind, drilled until they no longer cut.',
    observed_at: '2026-02-14T09:00:00.000Z',
    refresh_after: '2026-03-20T09:00:00.000Z',
    applicability: 'Granite of one quarry, 8 mm bits, 900 turns a minute, no water.',
    body: WEAR,
  })
  await site.publish({
    path: '/tools/recall',
    title: 'Stop using the red bits',
    summary: 'They shatter under load. Published at once.',
    mode: 'admin_override',
    reason: 'People were hurt.',
  })
  return drill.candidate_hash
}

const WEAR = `# How long a masonry bit lasts in granite

Three bits of each kind were used until a hole of 40 mm took more than two minutes.

| Bit | Holes until dull | Worst of three |
|:--|--:|--:|
| Carbide, plain | 31 | 24 |
| Carbide, four cutting edges | 58 | 51 |
| Diamond, dry | 112 | 96 |

> A dull bit is heard before it is seen: the tone rises.
`
