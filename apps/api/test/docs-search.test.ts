import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from './app.ts'
import { readDocs, textOf } from './docs-pages.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Hit = { url: string; page: string; section: string; excerpt: { text: string; isMatch: boolean }[] }

async function find(query: string): Promise<Hit[]> {
  const { text } = await readDocs(t.app, `/docs/search.json?q=${encodeURIComponent(query)}`)
  return JSON.parse(text).results
}

const cases: { query: string; url: string; within: number }[] = [
  { query: 'INSUFFICIENT_STOCK', url: '/docs/errors#insufficient_stock', within: 1 },
  { query: 'insufficient stock', url: '/docs/errors#insufficient_stock', within: 1 },
  { query: 'dry run', url: '/docs/guides/bulk#try-an-upload-without-writing-anything', within: 1 },
  { query: 'cursor', url: '/docs/guides/paging#read-a-page', within: 5 },
  { query: 'product.approved', url: '/docs/events#productapproved', within: 1 },
  { query: 'rate limit', url: '/docs/errors#rate_limited', within: 2 },
  { query: 'create a product', url: '/docs/guides/products#create-a-product', within: 2 },
  { query: 'on_existing', url: '/docs/api/bulk-operations#bulk-upload-products', within: 10 },
  { query: 'shipmnt', url: '/docs/api/shipments', within: 10 }
]

for (const { query, url, within } of cases) {
  test(`a search for "${query}" finds ${url}`, async () => {
    const urls = (await find(query)).slice(0, within).map((hit) => hit.url)
    assert.ok(
      urls.some((found) => found.startsWith(url)),
      urls.join('\n')
    )
  })
}

test('an excerpt marks the words of the query', async () => {
  const [hit] = await find('dry run')
  const marked = hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())
  assert.ok(marked?.includes('dry') && marked.includes('run'), JSON.stringify(hit))
})

test('the search page works without JavaScript, and escapes the query', async () => {
  const { status, text } = await readDocs(t.app, '/docs/search?q=%3Cscript%3Ecursor')
  assert.equal(status, 200)
  assert.doesNotMatch(text, /<script>cursor/)
  assert.match(text, /value="&lt;script&gt;cursor"/)
  const found = await readDocs(t.app, '/docs/search?q=insufficient+stock')
  assert.match(found.text, /<a href="\/docs\/errors#insufficient_stock">Errors › INSUFFICIENT_STOCK<\/a>/)
  assert.match(found.text, /<mark>/)
})

test('a search without a query, or without results, says what to do', async () => {
  for (const url of ['/docs/search', '/docs/search?q=', '/docs/search?q=++']) {
    assert.match(textOf((await readDocs(t.app, url)).text), /Enter a word/)
  }
  const { text } = await readDocs(t.app, '/docs/search?q=qqqqzzzz')
  assert.match(textOf(text), /Nothing matches qqqqzzzz/)
})

test('hostile queries are answered', async () => {
  const queries = [
    'a '.repeat(5_000),
    '\u0000',
    '(((((',
    '\\',
    '__proto__',
    'constructor',
    '%',
    '{{results}}',
    '💥'.repeat(200)
  ]
  for (const query of queries) {
    const { status } = await readDocs(t.app, `/docs/search?q=${encodeURIComponent(query)}`)
    assert.equal(status, 200, query.slice(0, 40))
    assert.ok(Array.isArray(await find(query)))
  }
  const repeated = await readDocs(t.app, '/docs/search.json?q=cursor&q=stock')
  assert.equal(repeated.status, 200)
})
