import type { Site, Sites, SiteWish } from './site.ts'

/** Makes the articles of a public topic skills. */
export async function publishSkills(site: Site, topic: string): Promise<void> {
  const body = {
    expected_visibility: 'public',
    visibility: 'public',
    profile: 'skills',
    reason: 'Agents do this.',
  }
  const path = `/api/v1/topics/${topic}/visibility`
  ;(await site.post(path, body, { token: site.admin })).as('changeVisibility')
}

export const SAW = {
  path: '/tools/sharpen-a-saw',
  title: 'Sharpening a saw',
  summary: 'Sharpens a rip saw with a file. Use when a saw is blunt: "dull", or worse.',
  body: '# Sharpening a saw\n\nFile each tooth.\n\n```sh\necho sharp\n```\n\nÜber 60° — 😀.\n',
} as const

/** A server with a topic of skills, `tools`, and one skill in it. */
export async function openWithSkill(sites: Sites, t: Parameters<Sites['open']>[0], wish: SiteWish = {}) {
  const site = await sites.open(t, { topics: ['tools'], ...wish })
  await publishSkills(site, 'tools')
  const skill = await site.publish(SAW)
  return { site, skill }
}

/** Retires a revision. */
export async function retire(
  site: Site,
  hash: string,
  said: { reason: string; replacements?: readonly string[] },
): Promise<void> {
  const body = {
    state: 'retired',
    reason: said.reason,
    expected_retirement_hash: null,
    replacement_hashes: said.replacements ?? [],
  }
  ;(await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })).as('retireRevision')
}
