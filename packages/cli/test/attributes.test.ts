import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { type CatalogService, catalogService, parseLines } from './catalog-service.ts'

let service: CatalogService
before(async () => {
  service = await catalogService()
  const { t } = service
  const as = await t.operator('EDITOR')
  const options = [
    { code: 'sds', label: 'SDS-plus' },
    { code: 'keyless', label: 'Keyless chuck' }
  ]
  const definitions = [
    { code: 'voltage', name: 'Voltage', type: 'NUMBER', unit: 'V', level: 'VARIANT' },
    { code: 'chuck', name: 'Chuck', type: 'OPTION', level: 'VARIANT', options },
    { code: 'cordless', name: 'Cordless', type: 'BOOLEAN', level: 'PRODUCT' },
    { code: 'heads', name: 'Heads', type: 'OPTIONS', level: 'VARIANT', options },
    { code: 'length_in', name: 'Length', type: 'NUMBER', level: 'VARIANT' },
    { code: 'length_mm', name: 'Length', type: 'NUMBER', level: 'VARIANT' }
  ]
  for (const body of definitions) {
    const answer = await t.call('POST /platform/attributes', { as, body })
    assert.equal(answer.status, 201, answer.text)
  }
  const { body } = await t.call('POST /platform/categories', { as, body: { name: 'Drills' } })
  const attributes = definitions.map(({ code }) => ({ attribute: code, requirement: 'OPTIONAL' }))
  await t.call(`PUT /platform/categories/${body.id}/attributes`, { as, body: { attributes } })
})
after(() => service.close())

async function attributesOf({ id }: TestVendor) {
  const rows = await service.t.sql<{ sku: string; product: unknown; variant: unknown }[]>`
    select v.sku, p.attributes as product, v.attributes as variant
    from products p join variants v on v.product_id = p.id where p.vendor_id = ${id} order by v.sku`
  return rows.map(({ sku, product, variant }) => [sku, product, variant])
}

const header = 'SKU,Name,Cost,Category,Voltage (V),Chuck,attributes.cordless,Heads [heads]'
const rows = [
  'D-1,Drill,100,Drills,18.5,keyless chuck,yes,SDS-plus; keyless',
  'D-2,Hammer drill,120,Drills,,SDS-plus,FALSE,',
  'D-3,Hand drill,30,Drills,,,,'
]

test('columns of attributes are sent with options, numbers, lists, and yes or no', async () => {
  const vendor = await service.t.vendor()
  await service.write('drills.csv', [header, ...rows].join('\n'))
  const { code, stdout } = await service.run(vendor, ['push', 'drills.csv'])
  assert.equal(code, 0, stdout)
  assert.match(stdout, /Voltage \(V\) +attributes\/voltage +18\.5/)
  assert.deepEqual(await attributesOf(vendor), [
    ['D-1', { cordless: true }, { voltage: 18.5, chuck: 'keyless', heads: ['sds', 'keyless'] }],
    ['D-2', { cordless: false }, { chuck: 'sds' }],
    ['D-3', {}, {}]
  ])
  const same = await service.run(vendor, ['diff', 'drills.csv'])
  assert.equal(same.code, 0, same.stdout)
})

test('a diff shows the attributes that differ, in their columns', async () => {
  const vendor = await service.t.vendor()
  await service.write('drills.csv', [header, ...rows].join('\n'))
  await service.push(vendor, ['drills.csv'])
  const [first = '', ...others] = rows
  await service.write(
    'edited.csv',
    [header, first.replace('18.5', '12').replace('yes', 'no'), ...others].join('\n')
  )
  const { code, stdout } = await service.run(vendor, ['diff', 'edited.csv'])
  assert.equal(code, 6, stdout)
  assert.match(stdout, /Voltage \(V\) +18\.5 → 12\n/)
  assert.match(stdout, /attributes\.cordless +true → false\n/)
  assert.doesNotMatch(stdout, /Chuck|Heads/)
  const json = parseLines((await service.run(vendor, ['diff', 'edited.csv', '--json'])).stdout)
  assert.equal(json[0]?.changeCount, 2)
})

test('wrong values are errors with their rows and columns', async () => {
  const vendor = await service.t.vendor()
  const wrong = [
    'E-1,Drill,100,Drills,18 V,keyless,,',
    'E-2,Saw,120,Drills,,round,maybe,sds;odd',
    'E-3,Vice,30,Drills,12,,,'
  ]
  await service.write('wrong.csv', [header, ...wrong].join('\n'))
  const { code, stdout } = await service.run(vendor, ['push', 'wrong.csv'])
  assert.equal(code, 3, stdout)
  assert.match(stdout, /wrong\.csv:2:Voltage \(V\): "18 V" must be a number/)
  assert.match(stdout, /wrong\.csv:3:Chuck: "round" must be/)
  assert.match(stdout, /wrong\.csv:3:attributes\.cordless: "maybe" must be/)
  assert.match(stdout, /wrong\.csv:3:Heads \[heads\]: "sds;odd" must be/)
  assert.match(await service.read('wrong.failed.csv'), /^E-1.*"?Voltage \(V\): must be a number/m)
  assert.deepEqual(await attributesOf(vendor), [['E-3', {}, { voltage: 12 }]])
})

test('rows of one product have attributes of their variants, and those of the product once', async () => {
  const vendor = await service.t.vendor()
  const columns = 'Parent SKU,SKU,Name,Cost,Category,Voltage (V),Cordless'
  const lines = ['G,G-1,Grinder,50,Drills,12,yes', 'G,G-2,,60,,fast,', 'H,H-1,Planer,70,Drills,,often']
  await service.write('groups.csv', [columns, ...lines].join('\n'))
  const failed = await service.run(vendor, ['push', 'groups.csv'])
  assert.match(failed.stdout, /groups\.csv:3:Voltage \(V\): "fast" must be a number/)
  assert.match(failed.stdout, /groups\.csv:4:Cordless: "often" must be/)
  await service.write(
    'groups.csv',
    [columns, ...lines].join('\n').replace('fast', '18').replace('often', 'no')
  )
  await service.push(vendor, ['groups.csv'])
  assert.deepEqual(await attributesOf(vendor), [
    ['G-1', { cordless: true }, { voltage: 12 }],
    ['G-2', { cordless: true }, { voltage: 18 }],
    ['H-1', { cordless: false }, {}]
  ])
})

test('a file without names changes attributes of variants, and says what it replaces', async () => {
  const vendor = await service.t.vendor()
  await service.write('drills.csv', [header, ...rows].join('\n'))
  await service.push(vendor, ['drills.csv'])
  await service.write('update.csv', 'SKU,Voltage (V)\nD-1,12\nD-2,high\nD-3,\n')
  const shown = await service.run(vendor, ['diff', 'update.csv'])
  assert.match(shown.stdout, /Voltage \(V\) +→ 12/)
  const { code, stdout, stderr } = await service.run(vendor, ['push', 'update.csv'])
  assert.equal(code, 3, stderr)
  assert.match(stderr, /replace all attributes/)
  assert.match(stdout, /update\.csv:3:Voltage \(V\): "high" must be a number/)
  assert.deepEqual(await attributesOf(vendor), [
    ['D-1', { cordless: true }, { voltage: 12 }],
    ['D-2', { cordless: false }, { chuck: 'sds' }],
    ['D-3', {}, {}]
  ])
})

test('a name of several attributes is refused until an option chooses one, which a saved map keeps', async () => {
  const vendor = await service.t.vendor()
  await service.write('length.csv', 'SKU,Name,Cost,Length\nL-1,Level,10,2.5\n')
  const { code, stderr } = await service.run(vendor, ['push', 'length.csv'])
  assert.equal(code, 2)
  assert.match(stderr, /Several attributes are named "Length"/)
  const column = ['--column', 'Length=attributes.length_in', '--save-map', 'map.json', '--dry-run']
  assert.equal((await service.run(vendor, ['push', 'length.csv', ...column])).code, 0)
  await service.push(vendor, ['length.csv', '--map', 'map.json'])
  assert.deepEqual(await attributesOf(vendor), [['L-1', {}, { length_in: 2.5 }]])
})

test('NDJSON has true, numbers and lists; CSV with semicolons has decimal commas', async () => {
  const vendor = await service.t.vendor()
  await service.writeNdjson('drills.ndjson', [
    {
      ...{
        code: 'N-1',
        product: 'Nail gun',
        vendor_price: 10,
        category: 'Drills',
        'attributes.voltage': 18.5
      },
      ...{ 'attributes.cordless': true, 'attributes.heads': ['SDS', 'sds'], 'attributes.misspelt': 'x' }
    },
    {
      code: 'N-2',
      product: 'Nailer',
      vendor_price: 10,
      'attributes.heads': ['keyless'],
      'attributes.cordless': false
    }
  ])
  const { code, stdout, stderr } = await service.run(vendor, ['push', 'drills.ndjson'])
  assert.equal(code, 3, stdout)
  assert.match(stdout, /drills\.ndjson:1:attributes\.heads: /)
  assert.match(stderr, /does not define these attributes.*: misspelt\./)
  await service.write('comma.csv', 'SKU;Name;Cost;Voltage (V)\nC-1;Cutter;1,50;10,8\n')
  await service.push(vendor, ['comma.csv'])
  assert.deepEqual(await attributesOf(vendor), [
    ['C-1', {}, { voltage: 10.8 }],
    ['N-2', { cordless: false }, { heads: ['keyless'] }]
  ])
})
