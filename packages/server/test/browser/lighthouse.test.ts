import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import lighthouse from 'lighthouse'
import { publishExamples } from '../../src/commands/examples.ts'
import { describeBrowser, startBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { openAnySite } from '../support/site.ts'

const CATEGORIES = ['accessibility', 'best-practices', 'seo']
/** Results of a search are for no index, which Lighthouse's audits of SEO take for a fault: the page without a question is one. */
const PAGES = ['/', '/topics/contact-import', '/read/contact-import/line-folding', '/search']

describeBrowser(() => {
  const port = freePort()
  const browser = port.then((number) => startBrowser([`--remote-debugging-port=${number}`]))
  after(async () => (await browser).close())

  test('Lighthouse finds nothing to better in accessibility, best practices and SEO', async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    await browser
    for (const path of PAGES) {
      const flags = { port: await port, onlyCategories: CATEGORIES, logLevel: 'error' as const }
      const result = await lighthouse(`${site.url}${path}`, flags)
      assert.ok(result, path)
      const { audits, categories } = result.lhr
      for (const category of CATEGORIES) {
        const { score, auditRefs } = categories[category] ?? assert.fail(category)
        const wrong = auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score !== 1)
        const told = wrong.filter(({ id }) => audits[id]?.score !== null)
        assert.equal(score, 1, `${path} ${category}: ${told.map(({ id }) => id).join(', ')}`)
      }
    }
  })
})
