import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isEverythingRequired } from '../support/everything.ts'
import { type HostsKit, installHostsKit } from '../support/hosts-kit.ts'
import { openWithArticle } from '../support/readers.ts'
import { describeSites } from '../support/site.ts'

const OWN_TOOL = 'wants a tool that the suite names'
const OWN_RESOURCE = 'wants a resource that the suite names'
const NO_PROMPTS = 'there are no prompts, and none are declared'
const NO_SUBSCRIPTION = 'nothing is subscribed to, and none is declared'

/** Scenarios of the official suite that no press passes, each with its reason. */
const NOT_PASSED: Readonly<Record<string, string>> = {
  'logging-set-level': 'no log is sent to clients, and none is declared',
  'completion-complete': 'nothing is completed, and none is declared',
  'tools-call-simple-text': OWN_TOOL,
  'tools-call-image': OWN_TOOL,
  'tools-call-audio': OWN_TOOL,
  'tools-call-embedded-resource': OWN_TOOL,
  'tools-call-mixed-content': OWN_TOOL,
  'tools-call-with-logging': OWN_TOOL,
  'tools-call-error': OWN_TOOL,
  'tools-call-with-progress': OWN_TOOL,
  'tools-call-sampling': OWN_TOOL,
  'tools-call-elicitation': OWN_TOOL,
  'elicitation-sep1034-defaults': OWN_TOOL,
  'elicitation-sep1330-enums': OWN_TOOL,
  'resources-read-text': OWN_RESOURCE,
  'resources-read-binary': OWN_RESOURCE,
  'resources-templates-read': OWN_RESOURCE,
  'resources-subscribe': NO_SUBSCRIPTION,
  'resources-unsubscribe': NO_SUBSCRIPTION,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}

let kit: HostsKit | null = null
before(async () => {
  kit = await installHostsKit()
})
after(() => kit?.remove())

/** The kit, or a skip in one line; a failure where nothing may be left out. */
function kitFor(t: TestContext): HostsKit | null {
  if (kit === null && isEverythingRequired())
    assert.fail('the clients and suites of others cannot be installed')
  if (kit === null) t.skip('the clients and suites of others cannot be installed: no package registry')
  return kit
}

/** What a client of an old library finds, as it prints it. */
const OLD_CLIENT = `
const [, , name, url, path] = process.argv
const { Client } = await import(name + '/client/index.js')
const { StreamableHTTPClientTransport } = await import(name + '/client/streamableHttp.js')
const client = new Client({ name: 'test', version: '1' })
const faults = []
client.onerror = (error) => faults.push(String(error))
await client.connect(new StreamableHTTPClientTransport(new URL(url)))
const { tools } = await client.listTools()
const read = await client.callTool({ name: 'read_article', arguments: { path } })
const first = await client.callTool({ name: 'read', arguments: { path } })
const { resources } = await client.listResources()
const { contents } = await client.readResource({ uri: resources[0].uri })
const texts = [read.content[0].text, first.content[0].text, contents[0].text]
console.log(JSON.stringify({ tools: tools.length, texts, faults }))
await client.close()
`

describeSites((sites) => {
  test('the official suite finds no fault but those that are listed with their reason', async (t) => {
    const hosts = kitFor(t)
    if (hosts === null) return
    const { site } = await openWithArticle(sites, t)
    const bin = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
    const printed = await hosts.run('packages', [bin, 'server', '--url', `${site.url}/mcp`])
    const summary = printed.slice(printed.indexOf('=== SUMMARY ==='))
    const scenarios = [...summary.matchAll(/^\S (\S+): (\d+) passed, (\d+) failed/gm)]
    assert.ok(scenarios.length >= 30, printed.slice(-2000))
    const failed = scenarios.filter(([, , , count]) => count !== '0').map(([, name = '']) => name)
    assert.deepEqual(
      failed.filter((name) => NOT_PASSED[name] === undefined),
      [],
    )
  })

  test('clients of old libraries read, by the new names and the first ones', async (t) => {
    const hosts = kitFor(t)
    if (hosts === null) return
    const { site, article, hash } = await openWithArticle(sites, t)
    const { text } = await site.get(`/objects/${hash}`)
    await writeFile(join(hosts.folder, 'packages/client.js'), OLD_CLIENT)
    for (const name of ['sdk-1.12', 'sdk-1.32']) {
      const printed = await hosts.run('packages', ['client.js', name, `${site.url}/mcp`, article.path])
      const { tools, texts, faults } = JSON.parse(printed)
      assert.deepEqual([tools > 10, texts, faults], [true, [text, text, text], []], name)
    }
  })

  test('the Inspector lists and calls tools', async (t) => {
    const hosts = kitFor(t)
    if (hosts === null) return
    const { site, article } = await openWithArticle(sites, t)
    const bin = 'node_modules/.bin/mcp-inspector'
    const inspect = async (...args: string[]) =>
      JSON.parse(
        await hosts.run('programs', [bin, '--cli', `${site.url}/mcp`, '--transport', 'http', ...args]),
      )
    const { tools } = await inspect('--method', 'tools/list')
    assert.ok(tools.some(({ name }: { name: string }) => name === 'search_knowledge'))
    const call = ['--method', 'tools/call', '--tool-name', 'search_knowledge', '--tool-arg', 'q=hammer']
    assert.match(JSON.stringify(await inspect(...call)), new RegExp(article.path))
  })

  test('bridges bring a host on stdio to the press', async (t) => {
    const hosts = kitFor(t)
    if (hosts === null) return
    const { site, article, hash } = await openWithArticle(sites, t)
    const { text } = await site.get(`/objects/${hash}`)
    for (const args of [
      ['node_modules/.bin/mcp-remote', `${site.url}/mcp`],
      ['node_modules/.bin/supergateway', '--streamableHttp', `${site.url}/mcp`],
    ]) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
      const { PATH = '', HOME = '' } = process.env
      const place = { cwd: join(hosts.folder, 'programs'), env: { PATH, HOME }, stderr: 'ignore' } as const
      await client.connect(new StdioClientTransport({ command: process.execPath, args, ...place }))
      t.after(() => client.close())
      const read = await client.callTool({ name: 'read_article', arguments: { path: article.path } })
      const [first] = read.content as { text: string }[]
      assert.equal(first?.text, text, args[0])
      await client.close()
    }
  })
})
