import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUploads, errorsOf, item, items } from '../../../../test/uploads.ts'
import { newId } from '../../../lib/ids.ts'
import type { PreparedFields } from './upload-item.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const { upload, uploadLines, chunks, assertNothingLeft } = bulkUploads(() => ({ t, vendor }))

describe('items that fail on the job', () => {
  test('include invalid items under reject_failed_items', async () => {
    const { body } = await upload({
      items: [item('A'), { ...item('B'), amount: 1.5, colour: 'red' }, 7],
      error_policy: 'reject_failed_items'
    })
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(chunk?.prepared.map(errorsOf), [
      [],
      [
        ['amount', 'INVALID_TYPE'],
        ['colour', 'UNKNOWN_FIELD']
      ],
      [[null, 'INVALID_TYPE']]
    ])
    assert.deepEqual(Object.keys(chunk?.prepared[1] ?? {}).sort(), ['errors', 'sku'])
  })

  test('include items with the code of an earlier item, in any chunk and under any policy', async () => {
    const { body } = await upload({ items: [...items(300), item('C-7'), item('c-7')] })
    const [, chunk] = await chunks(body.queue_id)
    const duplicate = chunk?.prepared[100]
    assert.deepEqual(errorsOf(duplicate), [['code', 'DUPLICATE_CODE']])
    assert.match(JSON.stringify(duplicate), /index 7 /)
    assert.deepEqual(errorsOf(chunk?.prepared[101]), [])
  })

  test('include lines that cannot be parsed, with the number of the line', async () => {
    const long = JSON.stringify(item('L', { brand: 'x'.repeat(1024 * 1024) }))
    const lines = Buffer.concat([
      Buffer.from(`\n{"code": }\n[1]\n"x"\nnull\n${long}\n`),
      Buffer.from('{"a":"\xff"}\n', 'latin1'),
      Buffer.from(`{"code":"A","code":"B","a\\u0000":1}\n\ufeff{}\n${JSON.stringify(item('Z'))}\n`)
    ])
    const { body } = await uploadLines(lines)
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(chunk?.prepared.map(errorsOf), [
      [[null, 'INVALID_JSON']],
      [[null, 'INVALID_TYPE']],
      [[null, 'INVALID_TYPE']],
      [[null, 'INVALID_TYPE']],
      [[null, 'LINE_TOO_LONG']],
      [[null, 'INVALID_UTF8']],
      [
        ['code', 'DUPLICATE_KEY'],
        [null, 'NUL_CHARACTER']
      ],
      [[null, 'INVALID_JSON']],
      []
    ])
    const messages = chunk?.prepared.map((one) => ('errors' in one ? one.errors[0]?.message : ''))
    for (const [index, line] of [
      [0, 2],
      [4, 6],
      [5, 7],
      [7, 9]
    ] as const) {
      assert.match(messages?.[index] ?? '', new RegExp(`^line ${line} `))
    }
    const submitted = chunk?.submitted.split('\n') ?? []
    assert.equal(submitted.length, 9)
    assert.equal(JSON.parse(submitted[0] ?? ''), '{"code": }')
    assert.equal(JSON.parse(submitted[4] ?? '').length, 1_000)
  })

  test('include items whose category ids are invalid, unknown or repeated, and ignore spaces around ids', async () => {
    const known = newId()
    await t.sql`insert into categories (id, name, slug) values (${known}, ${'Bolts'}, ${`bolts-${known}`})`
    const unknown = newId()
    const list = [
      known,
      known.toUpperCase(),
      `${known},${unknown}`,
      `${known}, ${known}`,
      ` ${known}`,
      17
    ].map((ids, index) => item(`K-${index}`, { category_ids: ids }))
    const { body } = await upload({ items: list, error_policy: 'reject_failed_items' })
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(
      chunk?.prepared.map((one) =>
        'errors' in one ? one.errors.map(({ code }) => code) : (one as PreparedFields).categoryIds
      ),
      [[known], [known], ['UNKNOWN_CATEGORY'], ['REPEATED_ID'], [known], ['INVALID_UUID']]
    )
    const refused = await upload({ items: [item('A'), item('B', { category_ids: `${unknown},x` })] })
    assert.deepEqual(
      refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/items/1/category_ids', 'INVALID_UUID'],
        ['/items/1/category_ids', 'UNKNOWN_CATEGORY']
      ]
    )
    assert.match(refused.text, new RegExp(unknown))
  })

  test('an NDJSON body without any item is refused', async () => {
    for (const raw of ['\n', ' \r\n\n']) assertFaults(await uploadLines(raw), { '': 'TOO_FEW' })
    await assertNothingLeft()
  })
})
