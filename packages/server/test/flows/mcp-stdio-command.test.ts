import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { runCommand } from '../support/command.ts'
import { openWithArticle } from '../support/readers.ts'
import { describeSites } from '../support/site.ts'

const BIN = join(import.meta.dirname, '../../bin/colophon.js')

function sha256(text = ''): string {
  return createHash('sha256').update(text).digest('hex')
}

function textsOf(result: object): string[] {
  const { content } = result as { content: { text: string }[] }
  return content.map(({ text }) => text)
}

describeSites((sites) => {
  test('a host on stdio has the tools and resources of a press, in every age of the protocol', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      const faults: Error[] = []
      client.onerror = (error) => faults.push(error)
      const { PATH = '' } = process.env
      const env = { PATH, COLOPHON_TOKEN: site.admin }
      const args = [BIN, 'mcp', '--url', `${site.url}/`]
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
      t.after(() => client.close())
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'publish_article'))
      const named = { path: article.path }
      const read = await client.callTool({ name: 'read_article', arguments: named })
      assert.equal(sha256(textsOf(read)[0]), hash)
      const { contents } = await client.readResource({ uri: `colophon://entries${article.path}` })
      assert.equal(sha256((contents[0] as { text: string }).text), hash)
      const refused = await client.callTool({ name: 'read_article', arguments: { path: '/tools/ä' } })
      assert.equal(refused.isError, true)
      await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /No tool has this name/)
      assert.deepEqual(faults, [])
      await client.close()
    }
  })

  test('without an address the command says what is missing', async (t) => {
    const { code, stderr } = await runCommand(t, ['mcp'], {})
    assert.equal(code, 2)
    assert.match(stderr, /--url \(or COLOPHON_URL\)/)
  })
})
