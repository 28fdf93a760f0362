import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSearches, type Site } from '../support/site.ts'

async function search(site: Site, q: string, more = '') {
  return (await site.get(`/api/v1/search?q=${encodeURIComponent(q)}${more}`)).as('search')
}

async function pathsOf(site: Site, q: string, more = ''): Promise<string[]> {
  return (await search(site, q, more)).items.map(({ path }) => path)
}

describeSearches((sites) => {
  test('words are found in the forms of the language of the article', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const spanish = 'Los servidores se configuran con cuidado.\n'
    await site.publish({ path: '/tools/servidores', title: 'Servidores', body: spanish })
    await site.publish({ path: '/tools/servery', title: 'Настройка серверов', body: 'Как это делают.\n' })
    await site.publish({
      path: '/tools/dach',
      title: 'Dächer',
      body: 'Nach dem Sturm waren die Dächer zerstört.\n',
    })
    await site.publish({
      path: '/tools/roof',
      title: 'Roofs',
      body: 'After the storm the roofs were destroyed.\n',
    })
    assert.deepEqual(await pathsOf(site, 'servidor configurar'), ['/tools/servidores'])
    assert.deepEqual(await pathsOf(site, 'настройки сервера'), ['/tools/servery'])
    assert.deepEqual(await pathsOf(site, 'Dach'), ['/tools/dach'])
    assert.deepEqual(await pathsOf(site, 'destroying roof'), ['/tools/roof'])
    const [first] = (await search(site, 'configurar bombas', '&match=most')).items
    assert.deepEqual([first?.path, first?.missing_terms], ['/tools/servidores', ['bombas']])
  })

  test('suggestions are written as the documents write them', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({
      path: '/tools/dach',
      title: 'Sturm',
      body: 'Nach dem Sturm waren die Dächer zerstört.\n',
    })
    assert.deepEqual((await search(site, 'zerstöhrt Dächer')).suggestions[0], 'zerstört Dächer')
  })

  test('an excerpt is cut around a word in another form', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const filling = 'Esto no dice nada de lo que se busca en el texto. '.repeat(30)
    await site.publish({
      path: '/tools/largo',
      body: `${filling}\n\nLas bombas se instalaron.\n\n${filling}\n`,
    })
    const [item] = (await search(site, 'instalar')).items
    assert.match(item?.excerpt ?? '', /instalaron/)
  })
})
