import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { makeTerms } from '../../../apps/api/test/products.ts'
import { type CatalogService, catalogService, parseLines, type Row } from './catalog-service.ts'

let service: CatalogService
let terms: Awaited<ReturnType<typeof makeTerms>>
before(async () => {
  service = await catalogService()
  terms = await makeTerms(service.t)
})
after(() => service.close())

const flatRow = (code: string, more: Row = {}): Row => ({
  product: 'Hex bolt',
  code,
  vendor_price: '1.5',
  ...more
})

/** Returns all products as the service returns them, without what differs between reads. */
async function productsOf(vendor: TestVendor): Promise<unknown> {
  const { body } = await service.t.call('GET /vendor/products?first=100', { as: vendor.owner })
  return body.products
}

async function pullCsv(vendor: TestVendor, args: string[] = []): Promise<Row[]> {
  const { code, stdout, stderr } = await service.run(vendor, ['pull', ...args])
  assert.equal(code, 0, stderr)
  return parse(stdout, { columns: true })
}

test('a pulled CSV file differs in nothing, whatever its cells contain', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [
    flatRow('=1+1', {
      brand: '@brand',
      upc: '+1',
      manufacturer_name: '-x',
      full_description: '=HYPERLINK("a")'
    }),
    flatRow("'=quoted", { brand: "''@two", full_description: ' two\r\nlines, "quoted"\t; |\n' }),
    flatRow('00012', { upc: '012345678905', unspsc: '31161620', amount: 7, min_qty: 3, weight: '2.50' }),
    flatRow('terms', { category_ids: terms.category, made_in_usa: 'Y', green_product: 'N', unspsc: '3116' }),
    flatRow('ÄÖ 漢字', { product: 'Schraube „M8“ 漢字', commodity_code: '7318.15', eccn: 'EAR99' })
  ])
  const before = await productsOf(vendor)
  const { code, stderr } = await service.run(vendor, ['pull', '--output', 'round.csv', '--force'])
  assert.equal(code, 0, stderr)
  const text = await readFile(join(service.folder, 'round.csv'), 'utf8')
  assert.ok(text.startsWith('\uFEFFcode,product,vendor_price,'))
  assert.ok(!/(?:^|,)"?[=+@-]/m.test(text.replaceAll('""', '')), 'no cell begins like a formula')
  const diff = await service.run(vendor, ['diff', 'round.csv'])
  assert.equal(diff.code, 0, diff.stdout)
  await service.push(vendor, ['round.csv'])
  assert.match(diff.stdout, /No differences\. 5 products are unchanged\.\n$/)
  assert.deepEqual(await productsOf(vendor), before)
})

test('categories are written as paths, or as ids if a path is not unique', async () => {
  const { t, upload } = service
  const vendor = await t.vendor()
  const create = async (name: string, parentId: string | null = null) => {
    const body = { name, slug: `c-${randomUUID()}`, parentId }
    return (await t.call('POST /platform/categories', { as: await t.operator(), body })).body.id
  }
  const tools = await create('Tools')
  const [drills, saws] = [await create('Drills; bits', tools), await create('Saws', tools)]
  const twins = [await create('Twins', tools), await create('Twins', tools)]
  await upload(vendor, [
    flatRow('ONE', { category_ids: saws }),
    flatRow('TWO', { category_ids: `${saws},${tools}` }),
    flatRow('TWIN', { category_ids: twins[0] }),
    flatRow('SEMICOLON', { category_ids: `${drills},${tools}` })
  ])
  const cells = Object.fromEntries((await pullCsv(vendor)).map(({ code, categories }) => [code, categories]))
  assert.equal(cells.ONE, 'Tools > Saws')
  assert.deepEqual(String(cells.TWO).split('; ').sort(), ['Tools', 'Tools > Saws'])
  assert.equal(cells.TWIN, twins[0])
  assert.deepEqual(String(cells.SEMICOLON).split(',').sort(), [tools, drills].sort())
  await service.run(vendor, ['pull', '--output', 'categories.csv'])
  assert.equal((await service.run(vendor, ['diff', 'categories.csv'])).code, 0)
})

test('pushing pulled NDJSON changes nothing', async () => {
  const vendor = await service.t.vendor({ leadTime: 4 })
  const full = {
    ...{
      name: 'Hex bolt',
      sku: 'FULL',
      slug: `full-${vendor.id}`,
      shortDescription: 'Short',
      warranty: '1 year'
    },
    ...{ description: '<p>Long<br>text', pageTitle: 'Title', pageDescription: ' Page ', brand: 'Boltwell' },
    ...{ manufacturer: 'B', countryOfOrigin: 'US', leadTime: 0, unspc: '31161620', commodityCode: '73' },
    ...{ eccn: 'EAR99', accountCode: '1', programCode: '2', resourceCode: '3', freeShipping: true },
    ...{ abilityOne: true, madeInUsa: true, greenProduct: true, keyFeatures: ['A', 'B'] },
    videos: [{ url: 'https://video.example/a' }, { url: 'https://video.example/b', title: 'B' }],
    ...{ categoryIds: [terms.category], collectionIds: [terms.collection] },
    ...{ tagIds: [terms.tag], facetValueIds: [terms.facetValue] },
    documents: [{ title: 'Sheet', type: 'SDS', url: 'https://supplier.example/sds.pdf' }],
    variants: [
      {
        ...{
          sku: 'F-1',
          name: 'One',
          vendorPrice: '1.5',
          listPrice: '3',
          upc: '01',
          partNumber: 'P',
          weight: '1.25'
        },
        ...{ unitOfMeasure: 'BX', initialInventory: 5, attributes: { unspc: '311', deep: { a: [1, null] } } }
      },
      { sku: 'F-2', name: 'Two', vendorPrice: '0', isActive: false }
    ]
  }
  await service.upload(vendor, [full, { name: 'No variant', sku: 'NONE', variants: [] }, flatRow('FLAT')])
  const before = await productsOf(vendor)
  const { stdout } = await service.run(vendor, ['pull', '--format', 'ndjson'])
  const items = parseLines(stdout)
  assert.equal(items.length, 3)
  assert.equal(items.find(({ sku }) => sku === 'FULL')?.leadTime, 0)
  assert.ok(!('leadTime' in (items.find(({ sku }) => sku === 'NONE') ?? {})), 'the lead time of the profile')
  await service.write('full.ndjson', stdout)
  await service.push(vendor, ['full.ndjson'])
  assert.deepEqual(await productsOf(vendor), before)
  assert.equal((await service.run(vendor, ['diff', 'full.ndjson'])).code, 0)
})

test('a pulled catalog can be pushed to another vendor', async () => {
  const [from, to] = [await service.t.vendor(), await service.t.vendor()]
  await service.upload(from, [
    flatRow('ONE', { brand: 'Boltwell' }),
    {
      name: 'Two variants',
      sku: 'TWO',
      variants: ['A', 'B'].map((sku) => ({ sku, name: sku, vendorPrice: 2 }))
    }
  ])
  const items = parseLines((await service.run(from, ['pull', '--format', 'ndjson'])).stdout)
  await service.upload(to, items)
  const copied = parseLines((await service.run(to, ['pull', '--format', 'ndjson'])).stdout)
  const withoutSlug = (list: Row[]) =>
    list
      .map(({ slug: _, ...item }) => item)
      .sort((one, other) => (String(one.sku) < String(other.sku) ? -1 : 1))
  assert.deepEqual(withoutSlug(copied), withoutSlug(items))
})

test('edits that wait for approval are in the file', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [flatRow('LIVE', { full_description: 'Old' })])
  await service.t.sql`update products set status = 'PUBLISHED' where vendor_id = ${vendor.id}`
  await service.upload(vendor, [flatRow('LIVE', { product: 'New name', full_description: 'New' })])
  const [row] = await pullCsv(vendor)
  assert.deepEqual([row?.product, row?.full_description], ['New name', 'New'])
  const [item] = parseLines((await service.run(vendor, ['pull', '--format', 'ndjson'])).stdout)
  assert.deepEqual([item?.name, item?.description], ['New name', 'New'])
})

test('products that CSV cannot describe are counted', async () => {
  const vendor = await service.t.vendor()
  const variants = ['A', 'B'].map((sku) => ({ sku, name: sku, vendorPrice: 2 }))
  await service.upload(vendor, [flatRow('ONE'), { name: 'Two variants', sku: 'TWO', variants }])
  const { stdout, stderr } = await service.run(vendor, ['pull'])
  assert.deepEqual(
    (parse(stdout, { columns: true }) as Row[]).map(({ code }) => code),
    ['ONE']
  )
  assert.match(stderr, /1 product written\.\n1 product left out.*\n.*--format ndjson/)
  const counted = await service.run(vendor, ['pull', '--output', 'counted.csv', '--json'])
  assert.deepEqual(JSON.parse(counted.stdout), {
    ...{ file: 'counted.csv', format: 'csv', products: 1, leftOut: 1 }
  })
})

test('the products can be selected by status and by the time of their last change', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [flatRow('A'), flatRow('B')])
  await service.t.sql`
    update products set status = 'PUBLISHED' where vendor_id = ${vendor.id} and sku = 'A'`
  const select = async (args: string[]) => (await pullCsv(vendor, args)).map(({ code }) => code)
  assert.deepEqual(await select(['--status', 'published']), ['A'])
  assert.deepEqual(await select(['--status', 'DRAFT']), [])
  assert.deepEqual((await select(['--updated-after', '1h'])).length, 2)
  assert.deepEqual(await select(['--updated-after', '2100-01-01']), [])
  for (const args of [
    ['--status', 'live'],
    ['--updated-after', 'yesterday'],
    ['--format', 'xml']
  ])
    assert.equal((await service.run(vendor, ['pull', ...args])).code, 2)
})

test('the products that lack attributes can be selected', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [flatRow('A'), flatRow('B')])
  await service.t.sql`
    insert into attribute_issues (product_id, vendor_id, issues, missing)
    select id, vendor_id, '[{ "code": "REQUIRED", "pointer": "/attributes/voltage", "message": "is required" }]', 1
    from products where vendor_id = ${vendor.id} and sku = 'B'`
  const rows = await pullCsv(vendor, ['--attribute-issues'])
  assert.deepEqual(
    rows.map(({ code }) => code),
    ['B']
  )
})

test('more products than a page are written in the order of the list', async () => {
  const vendor = await service.t.vendor()
  const items = Array.from({ length: 230 }, (_, index) => flatRow(`P-${index}`))
  await service.upload(vendor, items)
  const codes = (await pullCsv(vendor)).map(({ code }) => code)
  assert.equal(new Set(codes).size, 230)
})

test('an existing file is replaced only on request, and an interruption leaves no file', async () => {
  const vendor = await service.t.vendor()
  await writeFile(join(service.folder, 'mine.csv'), 'my own work')
  const refused = await service.run(vendor, ['pull', '--output', 'mine.csv'])
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /already exists/)
  const signal = AbortSignal.abort()
  const interrupted = await service.run(vendor, ['pull', '--output', 'mine.csv', '--force'], { signal })
  assert.equal(interrupted.code, 130)
  assert.equal(await readFile(join(service.folder, 'mine.csv'), 'utf8'), 'my own work')
  assert.ok(!(await readdir(service.folder)).some((file) => file.endsWith('.partial')))
  assert.equal((await service.run(vendor, ['pull', '--output', 'none/mine.csv'])).code, 2)
})
