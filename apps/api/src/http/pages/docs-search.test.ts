import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildIndex } from '../../documentation/search-index.ts'
import { Problem } from '../../errors.ts'
import { createDocsSearch } from './docs-search.ts'

const page = {
  path: 'guides/paging',
  title: 'Paging',
  description: '',
  html: '',
  markdown: '',
  headings: [],
  sections: [{ id: 'read-a-page', title: 'Read a page', text: 'Send the cursor of the previous page.' }],
  layout: 'text' as const
}
const index = buildIndex([page], [])
const closings: (() => Promise<void>)[] = []
after(() => Promise.all(closings.map((close) => close())))

function create(options: Parameters<typeof createDocsSearch>[1] = {}) {
  const search = createDocsSearch(async () => index, options)
  closings.push(() => search.close())
  return search
}

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'UNAVAILABLE'

test('each of many queries at the same time gets its own result', async () => {
  const search = create()
  const results = await Promise.all(['cursor', 'nothing', 'paging', '', 'previous'].map(search.find))
  assert.deepEqual(
    results.map((hits) => hits.map(({ url }) => url).join()),
    [
      '/docs/guides/paging#read-a-page',
      '',
      '/docs/guides/paging#read-a-page',
      '',
      '/docs/guides/paging#read-a-page'
    ]
  )
})

test('queries are refused while too many wait, and accepted again afterwards', async () => {
  const search = create({ maxPending: 2 })
  const settled = await Promise.allSettled(['cursor', 'cursor', 'cursor'].map(search.find))
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected']
  )
  assert.ok(settled[2]?.status === 'rejected' && isUnavailable(settled[2].reason))
  assert.equal((await search.find('cursor')).length, 1)
})

test('the thread ends when it is idle, and the next query starts another one', async () => {
  const search = create({ idleMs: 0 })
  for (let round = 0; round < 5; round++) {
    assert.equal((await search.find('cursor')).length, 1)
    await new Promise((done) => setTimeout(done, 5))
  }
})

test('a query fails with 503 if the thread ends, and the next query starts another thread', async () => {
  const program = new URL('data:text/javascript,throw new Error("on purpose")')
  const search = create({ program })
  for (let round = 0; round < 2; round++) await assert.rejects(search.find('cursor'), isUnavailable)
})

test('a query after the end of the service is a 503', async () => {
  const search = create()
  const pending = search.find('cursor').catch((error: unknown) => error)
  await search.close()
  assert.ok(isUnavailable(await pending))
  await assert.rejects(search.find('cursor'), isUnavailable)
})
