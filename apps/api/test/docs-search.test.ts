import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchKeywords } from '../src/documentation/search-keywords.ts'
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
  { query: 'cursor', url: '/docs/guides/paging', within: 1 },
  { query: 'prometheus', url: '/docs/operations/observe', within: 1 },
  { query: 'failover', url: '/docs/operations/fail-over', within: 1 },
  { query: 'backup', url: '/docs/operations/back-up-and-restore', within: 1 },
  { query: 'pagination', url: '/docs/guides/paging', within: 1 },
  { query: 'webhooks', url: '/docs/guides/webhooks', within: 1 },
  { query: 'login', url: '/docs/guides/sign-in', within: 1 },
  { query: 'authentication', url: '/docs/guides/sign-in', within: 2 },
  { query: 'csv', url: '/docs/quick-start', within: 1 },
  { query: 'sku taken', url: '/docs/errors#sku_taken', within: 1 },
  { query: '429', url: '/docs/errors#429-too-many-requests', within: 2 },
  { query: 'price', url: '/docs/guides/products', within: 2 },
  { query: 'token', url: '/docs/guides/team', within: 1 },
  { query: 'product.approved', url: '/docs/events#productapproved', within: 1 },
  { query: 'rate limit', url: '/docs/errors#rate_limited', within: 2 },
  { query: 'create a product', url: '/docs/guides/products#create-a-product', within: 2 },
  { query: 'attribute', url: '/docs/guides/attributes', within: 2 },
  { query: 'voltage', url: '/docs/guides/attributes', within: 1 },
  { query: 'required', url: '/docs/guides/attributes', within: 3 },
  { query: 'schema', url: '/docs/guides/attributes', within: 1 },
  { query: 'on_existing', url: '/docs/api/bulk-operations#bulk-upload-products', within: 10 },
  { query: 'UPC', url: '/docs/guides/bulk', within: 5 },
  { query: 'EAN', url: '/docs/guides/', within: 3 },
  { query: 'refund', url: '/docs/guides/orders', within: 3 },
  { query: 'webhook', url: '/docs/guides/webhooks', within: 1 },
  { query: 'stream', url: '/docs/guides/events', within: 1 },
  { query: 'python', url: '/docs/guides/every-night', within: 3 },
  { query: 'python', url: '/docs/guides/python', within: 1 },
  { query: 'cron', url: '/docs/guides/every-night', within: 1 },
  { query: 'image 404', url: '/docs/guides/', within: 3 },
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

test('every page that has keywords exists', async () => {
  for (const path of Object.keys(searchKeywords)) {
    assert.equal((await readDocs(t.app, `/docs/${path}`)).status, 200, path)
  }
})

test('an excerpt shows prose rather than code', async () => {
  const hit = (await find('price')).find(({ section }) => section === 'Update prices and stock')
  const text = hit?.excerpt.map((piece) => piece.text).join('')
  assert.doesNotMatch(text ?? '{', /[{}]/)
})

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
