import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pdfBookmarks, pdfPages, pdfTitle } from '@purveyor/pdf-text/testing'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { form } from '../../../../test/form.ts'
import { picture } from '../../../../test/images.ts'
import { testOrder } from '../../../../test/orders.ts'
import { insertStoredOrders } from '../../../../test/stored-orders.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const slips = (ids: string[] | string, as = vendor.viewer) =>
  t.call(`GET /vendor/orders/packing-slips?ids=${ids}`, { as })

async function pdfOf(query: string): Promise<Buffer> {
  const url = `/api/v1/vendor/orders/packing-slips?${query}`
  const answer = await t.app.inject({ url, headers: { authorization: `Bearer ${vendor.viewer}` } })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

/** Inserts lines, so that the order has this number of lines. */
async function addLines(id: string, count: number): Promise<void> {
  await t.sql`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      unit_price, unit_cost)
    select uuidv7(), ${id}, ${vendor.id}, n, ${id}, ${id}, 'Hex bolt M8', 'HB-' || n, 1, 2, 1
    from generate_series(2, ${count}::integer) as n`
}

describe('the PDF with several packing slips', () => {
  test('it has the slips in the order of the ids, each on pages of its own', async () => {
    const orders = [
      await testOrder(t, vendor, { quantities: [1] }),
      await testOrder(t, vendor, { quantities: [2, 3] }),
      await testOrder(t, vendor, { quantities: [4] })
    ]
    await addLines(orders[1]?.id ?? '', 60)
    const sequence = [2, 1, 0].flatMap((index) => orders[index] ?? [])
    const [first, ...others] = sequence.map(({ id }) => id)
    // The parameter may be repeated, and ids may be in upper case.
    const pdf = await pdfOf(`ids=${first?.toUpperCase()}&ids=${others.join()}`)
    const pages = await pdfPages(pdf)
    const numbers = sequence.map(({ orderNumber }) => orderNumber)
    assert.deepEqual(
      pages.map((page) => [numbers.find((number) => page.includes(number)), /Page\dof\d/.exec(page)?.[0]]),
      [
        [numbers[0], 'Page1of1'],
        [numbers[1], 'Page1of3'],
        [numbers[1], 'Page2of3'],
        [numbers[1], 'Page3of3'],
        [numbers[2], 'Page1of1']
      ]
    )
    assert.ok(pages[0]?.includes('Piecestopack4') && pages[4]?.includes('Piecestopack1'))
    assert.deepEqual(await pdfBookmarks(pdf), numbers)
    assert.equal((await pdfTitle(pdf))[0], '3 packing slips')
  })

  test('it is an attachment, with the name of the only slip if there is one', async () => {
    const [one, other] = [await testOrder(t, vendor), await testOrder(t, vendor)]
    const names = []
    for (const ids of [`${one.id},${other.id}`, one.id]) {
      const { status, headers } = await slips(ids)
      assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
      assert.equal(headers['cache-control'], 'private, no-store')
      names.push(headers['content-disposition'])
    }
    assert.deepEqual(names, [
      'attachment; filename="packing-slips.pdf"',
      `attachment; filename="packing-slip-${one.poNumber}.pdf"`
    ])
    assert.equal((await pdfTitle(await pdfOf(`ids=${one.id}`)))[0], `Packing slip ${one.orderNumber}`)
  })

  test("all slips share the vendor's logo", async () => {
    const { raw, headers } = await form([['file', await picture(300, 100).webp().toBuffer()]])
    await t.call('POST /vendor/me/logo', { as: vendor.owner, raw, headers })
    const orders = [await testOrder(t, vendor), await testOrder(t, vendor)]
    const pdf = await pdfOf(`ids=${orders.map(({ id }) => id).join()}`)
    assert.equal(pdf.toString('latin1').match(/\/Subtype \/Image[^>]*\/Width 300/g)?.length, 1)
    await t.call('DELETE /vendor/me/logo', { as: vendor.owner })
  })

  test('it has the slips of 1 to 100 orders', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(101).fill({}))
    assert.equal((await pdfPages(await pdfOf(`ids=${ids.slice(1).join()}`))).length, 100)
    assertFaults(await slips(ids), { ids: 'TOO_MANY' })
    assertFaults(await slips(''), { ids: 'INVALID_UUID' })
    assertFaults(await t.call('GET /vendor/orders/packing-slips', { as: vendor.viewer }), { ids: 'REQUIRED' })
  })

  test('the orders may have 5,000 lines in total', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(26).fill({}))
    for (const id of ids.slice(1)) await addLines(id, 200)
    assert.equal((await slips(ids.slice(1))).status, 200)
    const answer = await slips(ids)
    assertProblem(answer, 409, 'SET_TOO_LARGE')
    assert.match(answer.body.detail, /5001 lines/)
  })
})

describe('errors', () => {
  test('all invalid and repeated ids are reported together', async () => {
    const id = newId()
    const answer = await slips(`${id},x,${id.toUpperCase()},x,${id}&size=A4`)
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.deepEqual(
      answer.body.errors.map((error: Record<string, string>) => [
        error.parameter,
        error.code,
        error.message?.split(')')[0]
      ]),
      [
        ['size', 'UNKNOWN_PARAMETER', 'is not a known parameter'],
        ['ids', 'INVALID_UUID', '(entry 2'],
        ['ids', 'INVALID_UUID', '(entry 4'],
        ['ids', 'REPEATED_ID', '(entry 3'],
        ['ids', 'REPEATED_ID', '(entry 5']
      ]
    )
  })

  test('unknown orders and orders of other vendors are reported together', async () => {
    const other = await t.vendor()
    const foreign = await testOrder(t, other)
    const own = await testOrder(t, vendor)
    const answer = await slips([newId(), own.id, foreign.id])
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.deepEqual(answer.body.errors, [
      { parameter: 'ids', code: 'UNKNOWN_ID', message: '(entry 1) must be the id of an existing order' },
      { parameter: 'ids', code: 'UNKNOWN_ID', message: '(entry 3) must be the id of an existing order' }
    ])
    assertFaults(await slips(own.id, other.owner), { ids: 'UNKNOWN_ID' })
  })

  test('only users of a vendor may read packing slips', async () => {
    const { id } = await testOrder(t, vendor)
    const request = `GET /vendor/orders/packing-slips?ids=${id}`
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(request, { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
  })
})
