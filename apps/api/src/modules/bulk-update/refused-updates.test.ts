import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, codes, only, statuses } from '../../../test/bulk-updates.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const freshVendor = async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
}
const { create, send, update, read } = bulkUpdates(() => ({ t, vendor }))

describe('an invalid request', () => {
  before(freshVendor)

  test('is refused with a pointer to each error, and changes nothing', async () => {
    const product = await create('BAD', ['BAD-1'])
    const answer = await send(
      [
        { code: 'BAD-1', amount: 7 },
        { code: 'BAD-1', vendor_price: -1, status: 'DRAFT', colour: 'red' },
        'text',
        { amount: 1 }
      ],
      { error_policy: 'both', dry_run: 1, extra: true }
    )
    assertFaults(answer, {
      '/items/1/vendor_price': 'TOO_SMALL',
      '/items/1/status': 'STATUS_NOT_WRITABLE',
      '/items/1/colour': 'UNKNOWN_FIELD',
      '/items/2': 'INVALID_TYPE',
      '/items/3/product_id': 'REQUIRED',
      '/error_policy': 'NOT_ALLOWED',
      '/dry_run': 'INVALID_TYPE',
      '/extra': 'UNKNOWN_FIELD'
    })
    assert.equal(only(await read(product.id)).stockOnHand, 0)
  })

  test('fails only in its invalid items under reject_failed_items', async () => {
    const product = await create('POL', ['POL-1'])
    const answer = await update(
      [
        { code: 'POL-1', amount: 7 },
        { code: 'POL-1', vendor_price: 'much' },
        null,
        { code: 'x\u0000y', amount: 1 }
      ],
      { error_policy: 'reject_failed_items' }
    )
    assert.deepEqual(statuses(answer), ['UPDATED', 'FAILED', 'FAILED', 'FAILED'])
    assert.deepEqual(codes(answer), [
      '',
      'INVALID_DECIMAL vendor_price',
      'INVALID_TYPE null',
      'NUL_CHARACTER code'
    ])
    assert.equal(answer.results[1]?.code, 'POL-1')
    assert.equal(only(await read(product.id)).stockOnHand, 7)
  })

  test('lists the first 1,000 errors and counts all of them', async () => {
    const { status, body } = await send(Array.from({ length: 1_500 }, () => ({ code: 'A', amount: -1 })))
    assert.deepEqual([status, body.errors.length, body.errorCount], [400, 1_000, 1_500])
  })

  const shapes: [string, unknown, Record<string, string>][] = [
    ['no items', {}, { '/items': 'REQUIRED' }],
    ['null as items', { items: null }, { '/items': 'REQUIRED' }],
    ['an object as items', { items: {} }, { '/items': 'INVALID_TYPE' }],
    ['an empty array', { items: [] }, { '/items': 'TOO_FEW' }],
    ['50,001 items', { items: Array.from({ length: 50_001 }, () => 0) }, { '/items': 'TOO_MANY' }],
    ['an array as its body', [], { '': 'INVALID_TYPE' }]
  ]
  for (const [title, body, faults] of shapes) {
    test(`with ${title} is refused`, async () => {
      assertFaults(await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body }), faults)
    })
  }

  const texts: [string, string | Buffer, Record<string, string>][] = [
    ['is empty', '', { '': 'REQUIRED' }],
    ['is not valid JSON', '{"items":[{"code":"A"},]}', { '': 'INVALID_JSON' }],
    ['is not valid UTF-8', Buffer.from([0x22, 0xff, 0x22]), { '': 'INVALID_UTF8' }],
    ['contains a field twice', '{"items":[{"code":"A","code":"B"}]}', { '/items/0/code': 'DUPLICATE_KEY' }],
    [
      'contains __proto__',
      '{"items":[{"code":"A","__proto__":{}}]}',
      { '/items/0/__proto__': 'FORBIDDEN_KEY' }
    ],
    [
      'contains a number outside the range of a double',
      '{"items":[{"code":"A","amount":1e999}]}',
      { '/items/0/amount': 'NUMBER_PRECISION' }
    ]
  ]
  for (const [title, raw, faults] of texts) {
    test(`that ${title} is refused`, async () => {
      assertFaults(await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, raw }), faults)
    })
  }

  test('with another content type or encoding is 415, and above 64 MiB it is 413', async () => {
    const call = (raw: string | Buffer, headers: Record<string, string>) =>
      t.call('POST /vendor/products/bulk-update', { as: vendor.owner, raw, headers })
    assertProblem(await call('a,b', { 'content-type': 'text/csv' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertProblem(await call('{}', { 'content-encoding': 'br' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertProblem(await call(gzipSync('{}'), {}), 415, 'GZIP_NOT_DECLARED')
    assertFaults(await call('{"code":"A"}\n{"code":"B"}', {}), { '': 'INVALID_JSON' })
    assertFaults(await call(gzipSync('{}'), { 'content-encoding': 'gzip' }), { '/items': 'REQUIRED' })
    const maxBytes = 64 * 1024 * 1024
    const padded = (length: number) => Buffer.concat([Buffer.from('{}'), Buffer.alloc(length - 2, ' ')])
    assertFaults(await call(padded(maxBytes), {}), { '/items': 'REQUIRED' })
    assertProblem(await call(padded(maxBytes + 1), {}), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('is 403 for a viewer and 401 for an unauthenticated client, whatever its body', async () => {
    assertProblem(await send('nothing', {}, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call('POST /vendor/products/bulk-update', { body: {} }), 401, 'UNAUTHENTICATED')
  })
})
