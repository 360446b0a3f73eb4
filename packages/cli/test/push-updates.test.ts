import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { type CatalogService, catalogService, parseLines } from './catalog-service.ts'

type Fault = { row: number; column: string | null; code: string }
type Stored = { sku: string; vendorPrice: string; listPrice: string | null; weight: string | null }

describe('files that change products that exist', () => {
  let service: CatalogService
  before(async () => {
    service = await catalogService()
  })
  after(() => service.close())

  /** Returns a vendor with the products. */
  async function vendorWithProducts(): Promise<TestVendor> {
    const vendor = await service.t.vendor()
    const items = ['A-1', 'A-2', 'A-3'].map((code) => ({ product: `Bolt ${code}`, code, vendor_price: 1 }))
    await service.upload(vendor, items)
    return vendor
  }

  async function variants({ id }: TestVendor): Promise<Stored[]> {
    const rows = await service.t.sql<Stored[]>`
      select sku, trim_scale(vendor_price)::text as vendor_price, trim_scale(list_price)::text as list_price,
        trim_scale(weight)::text as weight from variants where vendor_id = ${id} order by sku`
    return rows.map(({ sku, vendorPrice, listPrice, weight }) => ({ sku, vendorPrice, listPrice, weight }))
  }

  test('a file with only SKUs and costs updates products, and names the rows with unknown SKUs', async () => {
    const vendor = await vendorWithProducts()
    await service.write('costs.csv', 'SKU,Cost,MSRP\nA-1,2.50,4\nX-1,1,\nA-2,,5\nX-2,1,\nA-3,free,\n')
    const { code, stdout, stderr } = await service.run(vendor, ['push', 'costs.csv'])
    assert.equal(code, 3, stderr)
    assert.match(stderr, /No column has the names of products, so the rows change products that exist\./)
    assert.match(stdout, /Unknown SKUs in 2 rows \(3, 5\): no product or variant of yours has them\./)
    assert.match(stdout, /Updated +2\n.*Refused by the service +2\n.*Not sent +1 /s)
    assert.match(stdout, /`purveyor push costs\.failed\.csv`/)
    assert.match(
      await service.read('costs.failed.csv'),
      /^SKU,Cost,MSRP,_errors\nX-1,1,,.*\nX-2,1,,.*\nA-3,free,,Cost: /
    )
    assert.deepEqual(await variants(vendor), [
      { sku: 'A-1', vendorPrice: '2.5', listPrice: '4', weight: null },
      { sku: 'A-2', vendorPrice: '1', listPrice: '5', weight: null },
      { sku: 'A-3', vendorPrice: '1', listPrice: null, weight: null }
    ])
  })

  test('a dry run changes nothing, and diff shows the rows that change something', async () => {
    const vendor = await vendorWithProducts()
    await service.write('dry.csv', 'SKU,Cost,Qty\nA-1,1,0\nA-2,3,0\nX-1,1,0\n')
    const dry = await service.result(vendor, ['push', 'dry.csv', '--dry-run'])
    assert.deepEqual([dry.mode, dry.updated, dry.unchanged, dry.failed], ['update', 1, 1, 1])
    const { code, stdout } = await service.run(vendor, ['diff', 'dry.csv', '--json'])
    assert.equal(code, 3)
    const [changed, unknown, summary] = parseLines(stdout)
    const change = {
      column: 'Cost',
      field: 'vendor_price',
      new: '3',
      needsApproval: false,
      isShortened: false
    }
    assert.deepEqual(changed?.changes, [change])
    assert.deepEqual(
      (unknown as { errors: Fault[] }).errors.map(({ row, column, code }) => [row, column, code]),
      [[4, 'SKU', 'UNKNOWN_PRODUCT']]
    )
    assert.deepEqual([summary?.update, summary?.unchanged, summary?.errors, summary?.notInFile], [1, 1, 1, 1])
    assert.equal((await variants(vendor))[1]?.vendorPrice, '1')
  })

  test('--on-existing fail and skip do not update products', async () => {
    const vendor = await vendorWithProducts()
    await service.write('kept.csv', 'SKU,Cost\nA-1,9\n')
    for (const value of ['fail', 'skip']) {
      const { code, stderr } = await service.run(vendor, ['push', 'kept.csv', '--on-existing', value])
      assert.equal(code, 2)
      assert.match(stderr, /No column has the required field product\./)
    }
    assert.equal((await variants(vendor))[0]?.vendorPrice, '1')
  })

  test('prices set changes only prices, and refuses a file without prices', async () => {
    const vendor = await vendorWithProducts()
    await service.write('prices.csv', 'Name;SKU;Cost;List price;Qty\nOther;A-1;1.234,50;2.000,00;7\n')
    const { code, stdout } = await service.run(vendor, ['prices', 'set', 'prices.csv'])
    assert.equal(code, 0, stdout)
    assert.match(stdout, /Not sent: Name, Qty/)
    assert.deepEqual((await variants(vendor))[0], {
      sku: 'A-1',
      vendorPrice: '1234.5',
      listPrice: '2000',
      weight: null
    })
    await service.write('none.csv', 'SKU,Price\nA-1,7\n')
    const none = await service.run(vendor, ['prices', 'set', 'none.csv'])
    assert.equal(none.code, 2)
    assert.match(none.stderr, /No column of none\.csv has prices\. Its columns are "SKU", "Price"\./)
    const viewer = await service.run({ ...vendor, owner: vendor.viewer }, ['prices', 'set', 'prices.csv'])
    assert.equal(viewer.code, 4)
  })

  test('an amount in another currency is refused, with its column and the currency of the marketplace', async () => {
    const vendor = await vendorWithProducts()
    const rows = ['A-1,"EUR 170,84",', 'A-2,€12,', 'A-3,$3,4 EUR']
    await service.write('euro.csv', `SKU,Cost,List price\n${rows.join('\n')}\n`)
    for (const command of [['push'], ['prices', 'set']]) {
      const { errors, updated } = await service.result(vendor, [...command, 'euro.csv'])
      assert.deepEqual(
        (errors as (Fault & { message: string })[]).map(({ row, column, code }) => [row, column, code]),
        [
          [2, 'Cost', 'WRONG_CURRENCY'],
          [3, 'Cost', 'WRONG_CURRENCY'],
          [4, 'List price', 'WRONG_CURRENCY']
        ]
      )
      assert.match((errors as { message: string }[])[0]?.message ?? '', /\(EUR\).*which are in USD/)
      assert.equal(updated, 0)
    }
    await service.write('header.csv', 'SKU,Cost (EUR)\nA-1,5\n')
    const { errors } = await service.result(vendor, ['push', 'header.csv'])
    assert.deepEqual(
      (errors as Fault[]).map(({ code }) => code),
      ['WRONG_CURRENCY']
    )
  })

  test('rows of variants become one product, as in the console, with list prices and weights', async () => {
    const vendor = await service.t.vendor()
    const rows = [
      'T1,T1-S,T-shirt,5,9,S,350 g',
      'T1,T1-M,,5,9,M,"0,35 kg"',
      'T2,T2-S,Cap,3,,S,8 oz',
      'T2,T2-M,Cap,x,,M,1 lb',
      ',B1,Bolt,1,2,,3'
    ]
    await service.write('shirts.csv', `Parent SKU,SKU,Name,Cost,MSRP,Size,Weight\n${rows.join('\n')}\n`)
    const result = await service.result(vendor, ['push', 'shirts.csv'])
    assert.deepEqual([result.rows, result.created, result.failed], [5, 2, 2])
    assert.deepEqual(
      (result.errors as Fault[]).map(({ row, column }) => [row, column]),
      [[5, 'Cost']]
    )
    const failed = await service.read('shirts.failed.csv')
    assert.match(
      failed,
      /\nT2,T2-S,.*,"?is not sent, because another row of the product has an error"?\nT2,T2-M,/
    )
    assert.deepEqual(await variants(vendor), [
      { sku: 'B1', vendorPrice: '1', listPrice: '2', weight: '3' },
      { sku: 'T1-M', vendorPrice: '5', listPrice: '9', weight: '0.772' },
      { sku: 'T1-S', vendorPrice: '5', listPrice: '9', weight: '0.772' }
    ])
    await service.write('shirts.failed.csv', failed.replace(',x,', ',4,'))
    assert.equal((await service.result(vendor, ['push', 'shirts.failed.csv'])).created, 1)
    assert.equal((await service.run(vendor, ['diff', 'shirts.failed.csv'])).code, 0)
  })

  test('an error of the service is reported at the row and column of its variant', async () => {
    const vendor = await service.t.vendor()
    const long = 'x'.repeat(60)
    await service.write('long.csv', `Parent SKU,SKU,Name,Cost,UOM\nP,P-1,Pump,1,EA\nP,P-2,Pump,1,${long}\n`)
    const { errors, failed } = await service.result(vendor, ['push', 'long.csv'])
    assert.deepEqual(
      (errors as Fault[]).map(({ row, column, code }) => [row, column, code]),
      [[3, 'UOM', 'TOO_LONG']]
    )
    assert.equal(failed, 1)
    assert.equal((await service.read('long.failed.csv')).trim().split('\n').length, 3)
  })

  test('NDJSON can have paths of categories, list prices and weights with units, with and without variants', async () => {
    const vendor = await service.t.vendor()
    const operator = await service.t.operator()
    const create = (name: string, parentId: string | null) =>
      service.t.call('POST /platform/categories', { as: operator, body: { name, parentId } })
    const { body: tools } = await create('Tools', null)
    await create('Drills', tools.id)
    const variant = { sku: 'D-1-A', name: 'Small', vendorPrice: '$2.50', listPrice: '5', weight: '16 oz' }
    const lines = [
      { product: 'Drill', code: 'D-0', cost: 2, listPrice: 4, weight: '1 kg', category: 'Tools > Drills' },
      { sku: 'D-1', name: 'Drill set', categoryIds: ['Tools > Drills'], variants: [variant] },
      { sku: 'D-2', name: 'Drill kit', variants: [{ ...variant, sku: 'D-2-A', vendorPrice: '€3' }] }
    ]
    await service.writeNdjson('drills.ndjson', lines)
    const { created, errors } = await service.result(vendor, ['push', 'drills.ndjson'])
    assert.equal(created, 2)
    assert.deepEqual(
      (errors as Fault[]).map(({ row, column, code }) => [row, column, code]),
      [[3, 'variants/0/vendorPrice', 'WRONG_CURRENCY']]
    )
    assert.deepEqual(await variants(vendor), [
      { sku: 'D-0', vendorPrice: '2', listPrice: '4', weight: '2.205' },
      { sku: 'D-1-A', vendorPrice: '2.5', listPrice: '5', weight: '1' }
    ])
    const [{ count }] = await service.t.sql<[{ count: number }]>`
      select count(*)::int as count from products p join product_categories pc on pc.product_id = p.id
        join categories c on c.id = pc.category_id where p.vendor_id = ${vendor.id} and c.name = 'Drills'`
    assert.equal(count, 2)
  })

  test('unknown categories hide no other error, and the file of failed rows has them all', async () => {
    const vendor = await service.t.vendor()
    const rows = ['Bolt,A,free,Lamps', 'Nut,B,1,Lamps', 'X,C,1,Lamps', 'Pin,D,1,']
    await service.write('all.csv', `Product,SKU,Cost,Category\n${rows.join('\n')}\n`)
    const refused = await service.run(vendor, ['push', 'all.csv'])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /All rows with errors are in all\.failed\.csv\..*add --dry-run/)
    const failed = await service.read('all.failed.csv')
    assert.match(
      failed,
      /\nBolt,A,free,Lamps,Cost: .*; Category: .*\nNut,B,1,Lamps,Category: .*\nX,C,1,Lamps,Category: /
    )
    assert.deepEqual(await service.jobs(vendor), [])
    const dry = await service.result(vendor, ['push', 'all.csv', '--dry-run'])
    assert.deepEqual(
      (dry.errors as Fault[]).map(({ row, code }) => [row, code]),
      [
        [2, 'INVALID_NUMBER'],
        [2, 'UNKNOWN_CATEGORY'],
        [3, 'UNKNOWN_CATEGORY'],
        [4, 'UNKNOWN_CATEGORY'],
        [4, 'TOO_SHORT']
      ]
    )
    assert.deepEqual(await service.products(vendor), [])
  })
})
