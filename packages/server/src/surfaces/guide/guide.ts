import { readFileSync } from 'node:fs'

const SOURCE = new URL('../../../guide/agent.md', import.meta.url)

/** The guide for agents and their makers, with this site's address in its examples. */
export function guideText(baseUrl: string): string {
  return readFileSync(SOURCE, 'utf8').replaceAll('{base_url}', baseUrl)
}
