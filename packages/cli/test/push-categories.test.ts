import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type PushService, pushService } from './push-service.ts'

type Unknown = { text: string; rows: number; firstRow: number; paths: string[] }

describe('the categories of purveyor push', () => {
  let service: PushService
  let operator: string
  before(async () => {
    service = await pushService()
    service.work()
    operator = await service.test.operator()
    const tools = await category('Tools')
    await category('Wrenches', tools)
    await category('Pumps', tools)
    const garden = await category('Garden')
    await category('Pumps', garden)
  })
  after(() => service.close())

  async function category(name: string, parentId: string | null = null): Promise<string> {
    const body = { name, parentId }
    const { body: created, text } = await service.test.call('POST /platform/categories', {
      as: operator,
      body
    })
    assert.ok(created.id, text)
    return created.id
  }

  async function categoriesOf(vendorId: string): Promise<[string, string | null][]> {
    const rows = await service.test.sql`
      select p.sku, c.name from products p left join product_categories pc on pc.product_id = p.id
      left join categories c on c.id = pc.category_id where p.vendor_id = ${vendorId} order by p.sku, c.name`
    return rows.map(({ sku, name }) => [sku, name])
  }

  test('names, paths and lists of categories are found', async () => {
    const vendor = await service.test.vendor()
    await service.write(
      'found.csv',
      'Product,SKU,Cost,Category\nBolt,A,1,wrenches\nNut,B,1,Tools > Wrenches\nPin,C,1,garden/pumps; Wrenches\nCap,D,1,\n'
    )
    const { code, stderr } = await service.run(vendor, ['push', 'found.csv'])
    assert.equal(code, 0, stderr)
    assert.deepEqual(await categoriesOf(vendor.id), [
      ['A', 'Wrenches'],
      ['B', 'Wrenches'],
      ['C', 'Pumps'],
      ['C', 'Wrenches'],
      ['D', null]
    ])
  })

  test('all categories that can not be used are listed before anything is sent', async () => {
    const vendor = await service.test.vendor()
    const rows = [
      'Bolt,A,1,Wrenches',
      'Nut,B,1,Lamps',
      'Pin,C,1,Pumps',
      'Cap,D,1,Lamps',
      'Lid,E,1,Tools > Saws'
    ]
    await service.write('missing.csv', `Product,SKU,Cost,Category\n${rows.join('\n')}\n`)
    const shown = await service.run(vendor, ['push', 'missing.csv'])
    assert.equal(shown.code, 2)
    assert.match(shown.stdout, /^Lamps +2 +3 +does not exist$/m)
    assert.match(shown.stdout, /^Pumps +1 +4 +could be Garden > Pumps \(.*\) or Tools > Pumps \(.*\)$/m)
    assert.match(shown.stdout, /^Tools > Saws +1 +6 +does not exist$/m)
    assert.match(shown.stderr, /3 categories of missing\.csv can't be used\. Nothing was sent\./)
    const { unknownCategories } = await service.result(vendor, ['push', 'missing.csv'])
    assert.deepEqual(
      (unknownCategories as Unknown[]).map(({ text, rows: count }) => [text, count]),
      [
        ['Lamps', 2],
        ['Pumps', 1],
        ['Tools > Saws', 1]
      ]
    )
    assert.deepEqual(await service.jobs(vendor), [])
  })

  test('the errors of the rows are shown together with the categories that can not be used', async () => {
    const vendor = await service.test.vendor()
    await service.write('both.csv', 'Product,SKU,Cost,Category\nBolt,A,free,Lamps\nNut,B,1,Wrenches\n')
    const { code, stdout, stderr } = await service.run(vendor, [
      'push',
      'both.csv',
      '--column',
      'Cost=vendor_price'
    ])
    assert.equal(code, 2)
    assert.match(stdout, /^1 of 2 rows has errors\.\nboth\.csv:2:Cost: "free" must be a number/m)
    assert.match(stdout, /^Lamps +1 +2 +does not exist$/m)
    const create =
      'purveyor categories create --catalog both.csv --column Cost=vendor_price --profile operator'
    assert.ok(stderr.includes(`\`${create}\``), stderr)
    const { errorCount } = await service.result(vendor, ['push', 'both.csv'])
    assert.equal(errorCount, 1)
    assert.deepEqual(await service.jobs(vendor), [])
  })

  test('a saved map has an entry for each unknown category, and is used when it is filled in', async () => {
    const vendor = await service.test.vendor()
    await service.write('saved.csv', 'Product,SKU,Cost,Category\nBolt,A,1,Lamps\nNut,B,1,Saws\n')
    const saving = await service.run(vendor, ['push', 'saved.csv', '--save-map', 'categories.json'])
    assert.equal(saving.code, 2)
    const map = JSON.parse(await service.read('categories.json'))
    assert.deepEqual(map.categories, { Lamps: '', Saws: '' })
    const unfilled = await service.run(vendor, ['push', 'saved.csv', '--map', 'categories.json'])
    assert.equal(unfilled.code, 2)
    const categories = { Lamps: 'Garden > Pumps', Saws: null }
    await service.write('categories.json', JSON.stringify({ ...map, categories }))
    const { code, stderr } = await service.run(vendor, ['push', 'saved.csv', '--map', 'categories.json'])
    assert.equal(code, 0, stderr)
    assert.deepEqual(await categoriesOf(vendor.id), [
      ['A', 'Pumps'],
      ['B', null]
    ])
  })

  test('--without-categories sends no categories', async () => {
    const vendor = await service.test.vendor()
    await service.write('without.csv', 'Product,SKU,Cost,Category\nBolt,A,1,Lamps\nNut,B,1,Wrenches\n')
    const { code, stdout } = await service.run(vendor, ['push', 'without.csv', '--without-categories'])
    assert.equal(code, 0)
    assert.match(stdout, /Not sent: Category \(--without-categories\)/)
    assert.deepEqual(await categoriesOf(vendor.id), [
      ['A', null],
      ['B', null]
    ])
  })
})
