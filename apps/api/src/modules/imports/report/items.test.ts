import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { importJob, itemChunks, type TestItem } from '../../../../test/import-jobs.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const list = (id: string, query = '') =>
  t.call(`GET /vendor/import-jobs/${id}/items${query}`, { as: vendor.viewer })

const statuses = ['PENDING', 'CREATED', 'UPDATED', 'SKIPPED', 'FAILED', 'CANCELLED']

/** Reads all pages, forward or backward, and returns their items in the order of the list. */
async function walk(id: string, { size, backward = false, status = '' }: Walk): Promise<Item[]> {
  const filter = status ? `&status=${status}` : ''
  const found: Item[] = []
  let query = backward ? `?last=${size}${filter}` : `?first=${size}${filter}`
  for (;;) {
    const { status: code, body, text } = await list(id, query)
    assert.equal(code, 200, text)
    assert.ok(body.items.length <= size)
    if (backward) found.unshift(...body.items)
    else found.push(...body.items)
    const { pageInfo } = body
    assert.equal(backward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage, /after|before/.test(query))
    if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return found
    query = backward
      ? `?last=${size}&before=${pageInfo.startCursor}${filter}`
      : `?first=${size}&after=${pageInfo.endCursor}${filter}`
  }
}
type Walk = { size: number; backward?: boolean; status?: string }
type Item = { index: number; code: string; status: string; errors: unknown[] }

/** Returns chunks of different sizes, of which some are done. */
function mixed(): TestItem[][] {
  const sizes = [5, 1, 1, 9, 2, 30, 1, 4, 1, 1, 1, 12]
  return itemChunks(sizes, (position) =>
    [0, 2, 3, 6, 7, 10].includes(position) ? ['CREATED', 'FAILED', 'SKIPPED', 'FAILED', 'UPDATED'] : undefined
  )
}

const unprocessedStatusOf: Record<string, string> = {
  ...{ QUEUED: 'PENDING', PROCESSING: 'PENDING', COMPLETED: 'PENDING' },
  ...{ CANCELLED: 'CANCELLED', FAILED: 'FAILED' }
}

for (const jobStatus of ['QUEUED', 'PROCESSING', 'CANCELLED', 'FAILED']) {
  describe(`the items of a ${jobStatus} job`, () => {
    let id: string
    let expected: { index: number; code: string; status: string }[]
    before(async () => {
      const chunks = mixed()
      id = await importJob(t, vendor.id, { status: jobStatus, chunks })
      expected = chunks.flat().map(({ code, status }, index) => ({
        ...{ index, code: code ?? '' },
        status: status ?? unprocessedStatusOf[jobStatus] ?? ''
      }))
    })

    for (const backward of [false, true]) {
      test(`are listed once and in order, ${backward ? 'backward' : 'forward'}, with any page size`, async () => {
        for (const size of [1, 3, 7, 100]) {
          for (const status of ['', ...statuses]) {
            const found = await walk(id, { size, backward, status })
            assert.deepEqual(
              found.map(({ index, code, status }) => ({ index, code, status })),
              expected.filter((item) => !status || item.status === status),
              `${size} ${status}`
            )
          }
        }
      })
    }

    test('match the counters for each status', async () => {
      const { body: job } = await t.call(`GET /vendor/import-jobs/${id}`, { as: vendor.viewer })
      for (const status of statuses) {
        const { length } = await walk(id, { size: 100, status })
        const counter =
          status === 'PENDING' ? job.items_total - job.items_processed : job[`items_${status.toLowerCase()}`]
        assert.equal(length, counter, status)
      }
    })
  })
}

test('an item has its product, errors, warnings and images', async () => {
  const productId = newId()
  const fault = { code: 'TOO_LONG', field: 'code', message: 'must have at most 255 characters' }
  const warning = { code: 'NO_STOCK', field: 'amount', message: 'is missing' }
  const ofImage = {
    ...{ code: 'COULD_NOT_FETCH', field: 'images' },
    message: 'has an image that could not be added: https://a.test/2.png'
  }
  const images = [
    { url: 'https://a.test/1.png', status: 'FETCHED' },
    { url: 'https://a.test/2.png', status: 'FAILED', error: 'COULD_NOT_FETCH' },
    { url: 'https://a.test/3.png', status: 'PENDING' }
  ]
  const id = await importJob(t, vendor.id, {
    chunks: [
      [
        { code: 'A', status: 'CREATED', productId, warnings: [warning], images },
        { code: null, status: 'FAILED', errors: [fault] }
      ],
      [{ code: 'B' }, { code: null }]
    ]
  })
  const none = { product_id: null, errors: [], warnings: [], images: [], changes: null, change_count: null }
  const { body } = await list(id)
  assert.deepEqual(body.items, [
    {
      ...{ ...none, index: 0, code: 'A', status: 'CREATED', product_id: productId },
      warnings: [warning, ofImage],
      images: images.map((image) => ({ error: null, reason: null, message: null, ...image }))
    },
    { ...none, index: 1, code: null, status: 'FAILED', errors: [fault] },
    { ...none, index: 2, code: 'B', status: 'PENDING' },
    { ...none, index: 3, code: null, status: 'PENDING' }
  ])
})

test('items that a failed job did not process are FAILED with the error JOB_FAILED', async () => {
  const id = await importJob(t, vendor.id, { status: 'FAILED', chunks: [[{ code: 'A' }]] })
  const { body } = await list(id, '?status=FAILED')
  assert.deepEqual(
    body.items[0].errors.map(({ code, field }: { code: string; field: string }) => ({ code, field })),
    [{ code: 'JOB_FAILED', field: null }]
  )
})

test('a page has 24 items by default, and at most 100', async () => {
  const id = await importJob(t, vendor.id, { chunks: itemChunks([130], () => ['CREATED']) })
  const sizes = await Promise.all(
    ['', '?first=100', '?last=100'].map(async (query) => (await list(id, query)).body.items.length)
  )
  assert.deepEqual(sizes, [24, 100, 100])
})

test('a job without items has an empty page', async () => {
  const id = await importJob(t, vendor.id, { status: 'RECEIVING' })
  const empty = { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false }
  for (const status of ['', ...statuses.map((one) => `?status=${one}`)]) {
    assert.deepEqual((await list(id, status)).body, { items: [], pageInfo: empty })
  }
})

test('chunks beyond the item count of a job are not listed', async () => {
  const chunks = itemChunks([3, 3], () => undefined)
  const id = await importJob(t, vendor.id, { status: 'RECEIVING', chunks, columns: { items_total: 0 } })
  for (const query of ['', '?last=5', '?status=PENDING', '?status=PENDING&last=5']) {
    assert.deepEqual((await list(id, query)).body.items, [], query)
  }
})

test('all invalid parameters are reported at the same time', async () => {
  const id = await importJob(t, vendor.id, { chunks: [[{ code: 'A' }]] })
  assertFaults(await list(id, '?status=DONE&first=0&colour=red'), {
    ...{ status: 'NOT_ALLOWED', first: 'TOO_SMALL', colour: 'UNKNOWN_PARAMETER' }
  })
  assertFaults(await list('7', '?first=x'), { queue_id: 'INVALID_UUID', first: 'INVALID_TYPE' })
})

test('a cursor of another job, filter or vendor is refused', async () => {
  const chunks = itemChunks([30], () => ['CREATED'])
  const [id, other] = await Promise.all([
    importJob(t, vendor.id, { chunks }),
    importJob(t, vendor.id, { chunks })
  ])
  const { endCursor } = (await list(id, '?first=1')).body.pageInfo
  assert.equal((await list(id.toUpperCase(), `?after=${endCursor}`)).status, 200)
  for (const [job, filter] of [
    [other, ''],
    [id, '&status=CREATED']
  ]) {
    assertProblem(await list(job ?? '', `?after=${endCursor}${filter}`), 400, 'INVALID_CURSOR')
  }
})

test("a job that is unknown or another vendor's is 404", async () => {
  const other = await t.vendor()
  const id = await importJob(t, other.id, { chunks: [[{ code: 'A' }]] })
  for (const unknown of [id, newId()]) assertProblem(await list(unknown), 404, 'NOT_FOUND')
  assertProblem(await t.call(`GET /vendor/import-jobs/${id}/items`), 401, 'UNAUTHENTICATED')
})

test('an image that could not be fetched says what happened, and how to separate several URLs', async () => {
  const several = 'https://a.test/1.jpg; https://a.test/2.jpg'
  const images = [
    { url: 'https://a.test/3.png', status: 'FAILED', error: 'COULD_NOT_FETCH', reason: 'TLS_FAILED' },
    { url: several, status: 'FAILED', error: 'COULD_NOT_FETCH', reason: 'NOT_FOUND' },
    { url: 'https://a.test/4.png', status: 'FAILED', error: 'UNSUPPORTED_IMAGE' }
  ]
  const item = { code: 'A', status: 'CREATED', productId: newId(), images } as const
  const id = await importJob(t, vendor.id, { chunks: [[item]] })
  const { body } = await list(id)
  const [tls, missing, other] = body.items[0].images
  assert.deepEqual(
    [tls.reason, tls.message],
    ['TLS_FAILED', 'the certificate or the TLS connection of its host is not valid']
  )
  assert.match(
    missing.message,
    /^its host has no such file \(404 or 410\); it seems to be several URLs: .*\/\/\/$/
  )
  assert.deepEqual([other.error, other.reason], ['UNSUPPORTED_IMAGE', null])
  assert.match(other.message, /^it is not a JPEG/)
  assert.equal(
    body.items[0].warnings[0].message,
    `has an image that could not be added, because ${tls.message}: https://a.test/3.png`
  )
})
