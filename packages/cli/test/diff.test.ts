import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeTerms } from '../../../apps/api/test/products.ts'
import { type CatalogService, catalogService, parseLines, type Row } from './catalog-service.ts'

let service: CatalogService
let category: string
before(async () => {
  service = await catalogService()
  category = (await makeTerms(service.t)).category ?? ''
})
after(() => service.close())

/** Rows whose values the service stores in another form. */
function rowOf(index: number): Row {
  return {
    product: `  Hex bolt ${index} `,
    code: `HB-${index}`,
    vendor_price: index % 2 === 0 ? `${index}.50` : `${index}.1000`,
    amount: index,
    brand: index % 3 === 0 ? 'Boltwell ' : '',
    upc: `0${12345678900 + index}`,
    unspsc: index % 4 === 0 ? '31161620' : '3116',
    category_ids: index % 5 === 0 ? 'Bolts' : '',
    weight: '2.50',
    made_in_usa: index % 2 === 0 ? 'Y' : 'N',
    full_description: descriptions[index % descriptions.length]
  }
}
const descriptions = [
  'Plain text, 3 < 4 & 5',
  '<p>Grade <strong>8.8</strong>',
  '<DIV class="x" onclick="go()">Fully &quot;threaded&quot;<br></DIV><script>run()</script>',
  '<ul><li>Zinc<li>Steel</ul>',
  '<a href="https://supplier.example/sheet?a=1&b=2" target="_blank">Data sheet</a>',
  ''
]
const rows = (count: number) => Array.from({ length: count }, (_, index) => rowOf(index))

/** The item that an upload gets for a row. */
function itemOf(row: Row): Row {
  const values = Object.entries(row).filter(([, value]) => value !== '')
  const item = Object.fromEntries(values)
  return { ...item, ...(item.category_ids !== undefined && { category_ids: category }) }
}

async function diffOf(vendor: Parameters<CatalogService['run']>[0], args: string[]) {
  const { code, stdout, stderr } = await service.run(vendor, ['diff', ...args, '--json'])
  const records = parseLines(stdout)
  return { code, entries: records.slice(0, -1), summary: records.at(-1) ?? {}, stderr }
}

/** The changes of an entry. */
const changesOf = (entry: Row | undefined) => (entry?.changes ?? []) as Row[]
/** The SKUs of the entries of a kind. */
const codes = (entries: Row[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).map(({ code }) => code)

test('before a push, all rows are to be created; after it, nothing differs', async () => {
  const vendor = await service.t.vendor()
  await service.writeCsv('all.csv', rows(240))
  const first = await diffOf(vendor, ['all.csv'])
  assert.equal(first.code, 6, first.stderr)
  assert.equal(codes(first.entries, 'create').length, 240)
  assert.equal(first.entries[0]?.name, 'Hex bolt 0')
  await service.push(vendor, ['all.csv'])
  const second = await diffOf(vendor, ['all.csv'])
  assert.deepEqual(second.entries, [])
  assert.equal(second.code, 0)
  assert.equal(second.summary.unchanged, 240)
})

test('exactly the edited, new and removed rows are found', async () => {
  const vendor = await service.t.vendor()
  const stored = rows(120)
  await service.upload(vendor, stored.map(itemOf))
  const edited = stored.slice(3).map((row, index) => {
    if (index === 0) return { ...row, product: 'Another name' }
    if (index === 20) return { ...row, vendor_price: '1000.01' }
    if (index === 40) return { ...row, amount: 0, upc: '1' }
    if (index === 60) return { ...row, full_description: `${row.full_description} and more` }
    if (index === 80) return { ...row, unspsc: '31161700', made_in_usa: row.made_in_usa === 'Y' ? 'N' : 'Y' }
    return row
  })
  await service.writeCsv('edited.csv', [...edited, { ...rowOf(900) }])
  const { code, entries, summary } = await diffOf(vendor, ['edited.csv'])
  assert.equal(code, 6)
  assert.deepEqual(codes(entries, 'update'), ['HB-3', 'HB-23', 'HB-43', 'HB-63', 'HB-83'])
  assert.deepEqual(codes(entries, 'create'), ['HB-900'])
  const fields = entries.flatMap(changesOf).map(({ field }) => field)
  assert.deepEqual(fields, [
    'product',
    'vendor_price',
    'upc',
    'amount',
    'full_description',
    'made_in_usa',
    'unspsc'
  ])
  assert.deepEqual(
    [summary.create, summary.update, summary.unchanged, summary.notInFile, summary.errors],
    [1, 5, 112, 3, 0]
  )
})

test('an empty cell and a column that is missing leave the stored value', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [itemOf({ ...rowOf(1), brand: 'Boltwell' })])
  await service.writeCsv('few.csv', [{ SKU: 'HB-1', Product: 'Hex bolt 1', Cost: '$1.10', Brand: '' }])
  assert.equal((await diffOf(vendor, ['few.csv'])).code, 0)
})

test('changes of live products are compared with the edits that wait for approval', async () => {
  const { t, upload } = service
  const vendor = await t.vendor()
  await upload(vendor, rows(6).map(itemOf))
  await t.sql`update products set status = 'PUBLISHED' where vendor_id = ${vendor.id}`
  const edited = rows(6).map((row) => ({ ...row, product: `New ${row.code}`, amount: 77 }))
  await service.writeCsv('live.csv', edited)
  const found = await diffOf(vendor, ['live.csv'])
  assert.deepEqual([found.summary.update, found.summary.needApproval], [6, 6])
  assert.deepEqual(
    changesOf(found.entries[0]).map(({ field, needsApproval }) => [field, needsApproval]),
    [
      ['product', true],
      ['amount', false]
    ]
  )
  await service.push(vendor, ['live.csv'])
  const [{ count } = {}] = await t.sql`
    select count(*)::int from products where vendor_id = ${vendor.id} and pending_revision is not null`
  assert.equal(count, 6)
  assert.equal((await diffOf(vendor, ['live.csv'])).code, 0)
  await service.writeCsv('live.csv', rows(6))
  const back = await diffOf(vendor, ['live.csv'])
  assert.deepEqual(codes(back.entries, 'update').length, 6, 'the live values differ from the edits')
})

test('a file with few rows counts the other products', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, rows(310).map(itemOf))
  const edited = { ...rowOf(7), amount: 700 }
  await service.writeCsv('three.csv', [edited, rowOf(308), { ...rowOf(1), code: 'HB-NEW' }])
  const { entries, summary } = await diffOf(vendor, ['three.csv'])
  assert.deepEqual(codes(entries, 'update'), ['HB-7'])
  assert.deepEqual(codes(entries, 'create'), ['HB-NEW'])
  assert.deepEqual([summary.unchanged, summary.notInFile, summary.isCountExact], [1, 308, true])
})

test('rows that cannot be pushed are reported with their column', async () => {
  const vendor = await service.t.vendor()
  const variants = ['A', 'B'].map((sku) => ({ sku, name: sku, vendorPrice: 1 }))
  await service.upload(vendor, [{ name: 'Two variants', sku: 'TWO', variants }])
  await service.upload(vendor, [{ name: 'No variant', sku: 'NONE', variants: [] }])
  const row = (code: string, more: Row = {}) => ({
    ...{ SKU: code, Product: 'Hex bolt', Cost: '1.5', UPC: '', Category: '' },
    ...more
  })
  await service.writeCsv('faults.csv', [
    row('OK'),
    row('A-1', { UPC: '1.23E+12' }),
    row('A-2', { Category: 'Nonsense' }),
    row('TWO'),
    row('NONE'),
    row('OK')
  ])
  const { code, entries } = await diffOf(vendor, ['faults.csv'])
  assert.equal(code, 3)
  const faults = entries.flatMap(({ row: number, errors = [] }) =>
    (errors as Row[]).map((fault) => [number, fault.column, fault.code])
  )
  assert.deepEqual(faults, [
    [3, 'UPC', 'RUINED_NUMBER'],
    [4, 'Category', 'UNKNOWN_CATEGORY'],
    [5, 'SKU', 'VARIANT_REQUIRED'],
    [6, 'SKU', 'NO_VARIANT'],
    [7, 'SKU', 'DUPLICATE_CODE']
  ])
})

test('rows that the service would refuse are reported between the others, in the order of the file', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, [itemOf(rowOf(1)), itemOf(rowOf(2))])
  await service.writeCsv('refused.csv', [
    rowOf(1),
    { ...rowOf(3), product: 'M' },
    { ...rowOf(4), category_ids: 'Nonsense' },
    { ...rowOf(2), vendor_price: '0.123456', amount: 8 },
    { ...rowOf(1), code: 'HB-NEW' }
  ])
  const { code, entries, summary } = await diffOf(vendor, ['refused.csv'])
  assert.equal(code, 3)
  assert.deepEqual(
    entries.map(({ kind, row, code: sku, errors = [] }) => [kind, row, sku, (errors as Row[])[0]?.code]),
    [
      ['error', 3, 'HB-3', 'TOO_SHORT'],
      ['error', 4, 'HB-4', 'UNKNOWN_CATEGORY'],
      ['error', 5, 'HB-2', 'INVALID_DECIMAL'],
      ['create', 6, 'HB-NEW', undefined]
    ]
  )
  assert.deepEqual([summary.errors, summary.create, summary.unchanged], [3, 1, 1])
  const { stdout } = await service.run(vendor, ['diff', 'refused.csv'])
  assert.match(stdout, /! HB-3 {2}M {2}row 3\n +product +"M" must/)
})

test('the service gets a dry run, which changes nothing; if no row can be sent, it gets nothing', async () => {
  const vendor = await service.t.vendor()
  await service.writeCsv('dry.csv', rows(3))
  assert.equal((await diffOf(vendor, ['dry.csv'])).code, 6)
  assert.deepEqual(await service.products(vendor), [])
  const dryRuns = () => service.t.sql`
    select dry_run, on_existing, items_created from import_jobs where vendor_id = ${vendor.id}`
  assert.deepEqual([...(await dryRuns())], [{ dryRun: true, onExisting: 'update', itemsCreated: 3 }])
  await service.writeCsv('wrong.csv', [{ ...rowOf(1), upc: '1.23E+12' }])
  assert.equal((await diffOf(vendor, ['wrong.csv'])).code, 3)
  await service.write('empty.csv', 'code,product,vendor_price\n')
  assert.equal((await diffOf(vendor, ['empty.csv'])).code, 0)
  assert.equal((await dryRuns()).length, 1)
})

test('a viewer may not send a dry run', async () => {
  const vendor = await service.t.vendor()
  await service.writeCsv('viewer.csv', rows(1))
  const { code, stderr } = await service.run({ ...vendor, owner: vendor.viewer }, ['diff', 'viewer.csv'])
  assert.equal(code, 4, stderr)
})

test('a job that was cancelled ends the command', async () => {
  const vendor = await service.t.vendor()
  await service.rest()
  try {
    await service.writeCsv('cancelled.csv', rows(1))
    const running = service.run(vendor, ['diff', 'cancelled.csv'])
    for (;;) {
      const [job] = await service.jobs(vendor)
      if (job?.status === 'QUEUED') {
        await service.t.call(`POST /vendor/import-jobs/${job.id}/cancel`, { as: vendor.owner })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const { code, stderr } = await running
    assert.deepEqual([code, /The dry run was cancelled/.test(stderr)], [1, true])
  } finally {
    service.work()
  }
})

test('documents are always a change, and images are not compared', async () => {
  const vendor = await service.t.vendor()
  const item = {
    ...{ name: 'Hex nut', sku: 'NUT', variants: [{ sku: 'N', name: 'Nut', vendorPrice: 1 }] },
    documents: [{ title: 'Sheet', type: 'SDS', url: 'https://supplier.example/sds.pdf' }]
  }
  await service.upload(vendor, [item])
  await service.writeNdjson('documents.ndjson', [item])
  const { stdout } = await service.run(vendor, ['diff', 'documents.ndjson'])
  assert.match(stdout, /~ NUT {2}Hex nut\n +documents +are replaced\n/)
  const { documents: _, ...others } = item
  await service.writeNdjson('images.ndjson', [{ ...others, images: 'https://supplier.example/nut.png' }])
  const images = await service.run(vendor, ['diff', 'images.ndjson'])
  assert.equal(images.code, 0)
  assert.match(images.stdout, /No differences\. 1 product is unchanged\.\nImages aren't compared\.\n$/)
})

test('if a product has more than 100 changes, the others are counted', async () => {
  const vendor = await service.t.vendor()
  const product = (vendorPrice: number) => ({
    ...{ name: 'Hex nut', sku: 'MANY' },
    variants: Array.from({ length: 103 }, (_, n) => ({ sku: `N-${n}`, name: 'Nut', vendorPrice }))
  })
  await service.upload(vendor, [product(1)])
  await service.writeNdjson('many.ndjson', [product(2)])
  const { entries } = await diffOf(vendor, ['many.ndjson'])
  assert.deepEqual([changesOf(entries[0]).length, entries[0]?.changeCount], [100, 103])
  const { stdout } = await service.run(vendor, ['diff', 'many.ndjson'])
  assert.match(stdout, /variant N-99: vendorPrice +1\.00 → 2\.00\n +… and 3 more changes\n/)
})

test('the UNSPSC code of a flat item is compared with that of the variant, and of its product if it is the only one', async () => {
  const vendor = await service.t.vendor()
  const stored = (sku: string, more: Row[] = []): Row => ({
    ...{ sku, name: 'Hex nut', unspc: '31161700' },
    variants: [{ sku, name: 'Hex nut', vendorPrice: 1, attributes: { unspc: '31161727' } }, ...more]
  })
  const box = { sku: 'B', name: 'Box', vendorPrice: 2 }
  await service.upload(vendor, [stored('ONE'), stored('TWO', [box])])
  const flat = (code: string): Row => ({ product: 'Hex nut', code, vendor_price: 1, unspsc: '31161727' })
  await service.writeNdjson('flat.ndjson', [flat('ONE'), flat('TWO')])
  const { entries } = await diffOf(vendor, ['flat.ndjson'])
  assert.deepEqual(codes(entries, 'update'), ['ONE'])
  assert.deepEqual(changesOf(entries[0]), [
    {
      column: 'unspsc',
      field: 'unspsc',
      old: '31161700',
      new: '31161727',
      needsApproval: false,
      isShortened: false
    }
  ])
  await service.upload(vendor, [flat('ONE'), flat('TWO')])
  assert.equal((await diffOf(vendor, ['flat.ndjson'])).code, 0)
})

test('attributes of an item without a UNSPSC code leave the stored code', async () => {
  const vendor = await service.t.vendor()
  const item = (attributes: Row): Row => ({
    ...{ name: 'Hex nut', sku: 'NUT' },
    variants: [{ sku: 'N', name: 'Nut', vendorPrice: 1, attributes }]
  })
  await service.upload(vendor, [item({ finish: 'zinc', unspc: '31161727' })])
  await service.writeNdjson('nut.ndjson', [item({ finish: 'zinc' })])
  assert.equal((await diffOf(vendor, ['nut.ndjson'])).code, 0)
  await service.writeNdjson('nut.ndjson', [item({ finish: 'zinc', unspc: null })])
  assert.equal((await diffOf(vendor, ['nut.ndjson'])).code, 6)
})

test('items with variants are compared field by field, and null clears a field', async () => {
  const vendor = await service.t.vendor()
  const stored = {
    ...{ name: 'Hex bolt M10', sku: 'M10', brand: 'Boltwell', warranty: '1 year', madeInUsa: true },
    ...{ keyFeatures: ['Zinc'], categoryIds: [category], slug: `hex-bolt-${vendor.id}`, leadTime: 9 },
    variants: [
      { sku: 'M10-1', name: 'One', vendorPrice: '1.5', attributes: { finish: 'zinc' }, initialInventory: 4 },
      { sku: 'M10-2', name: 'Two', vendorPrice: 2, weight: '2.500', isActive: false }
    ]
  }
  await service.upload(vendor, [stored])
  await service.writeNdjson('same.ndjson', [stored])
  assert.equal((await diffOf(vendor, ['same.ndjson'])).code, 0)
  const edited = {
    ...{ name: 'Hex bolt M10', sku: 'M10', brand: null, madeInUsa: false, keyFeatures: [], categoryIds: [] },
    ...{ slug: `other-${vendor.id}`, leadTime: 2 },
    variants: [
      { sku: 'M10-1', name: 'One', vendorPrice: '1.6', attributes: { finish: 'black' } },
      { sku: 'M10-2', name: 'Two', vendorPrice: 2, weight: null, isActive: true },
      { sku: 'M10-3', name: 'Three', vendorPrice: 3 }
    ]
  }
  await service.writeNdjson('edited.ndjson', [edited])
  const { entries } = await diffOf(vendor, ['edited.ndjson'])
  assert.deepEqual(
    changesOf(entries[0]).map(({ field }) => field),
    [
      ...['brand', 'leadTime', 'madeInUsa', 'keyFeatures', 'slug', 'categoryIds'],
      ...['variant M10-1: vendorPrice', 'variant M10-1: attributes'],
      ...['variant M10-2: weight', 'variant M10-2: isActive', 'variant M10-3']
    ]
  )
  await service.upload(vendor, [edited])
  assert.equal((await diffOf(vendor, ['edited.ndjson'])).code, 0)
  const [first] = stored.variants
  await service.writeNdjson('stock.ndjson', [{ ...edited, variants: [{ ...first, initialInventory: 5 }] }])
  const refused = await diffOf(vendor, ['stock.ndjson'])
  assert.deepEqual([refused.code, refused.entries[0]?.kind], [3, 'error'])
})

test('the text names the columns of the file, and shows at most as many rows as asked', async () => {
  const vendor = await service.t.vendor()
  await service.upload(vendor, rows(4).map(itemOf))
  const edited = rows(4).map(({ code, product }) => ({ 'Item #': code, Title: product, Cost: 99 }))
  await service.writeCsv('own.csv', edited)
  const { code, stdout } = await service.run(vendor, ['diff', 'own.csv', '--limit', '2'])
  assert.equal(code, 6)
  assert.match(stdout, /~ HB-0 {2}Hex bolt 0\n +Cost +0\.50 → 99\.00\n/)
  assert.match(stdout, /and 2 more rows/)
  assert.match(stdout, /4 products to change, 0 unchanged\./)
  assert.match(stdout, /purveyor push own\.csv --on-existing update/)
  const all = await service.run(vendor, ['diff', 'own.csv', '--all'])
  assert.equal(all.stdout.match(/→ 99\.00/g)?.length, 4)
})

test('the file can come from stdin', async () => {
  const vendor = await service.t.vendor()
  const stdin = 'code,product,vendor_price\nX-1,Hex bolt,1\n'
  const { code, stdout } = await service.run(vendor, ['diff', '-'], { stdin })
  assert.equal(code, 6)
  assert.match(stdout, /\+ X-1 {2}Hex bolt\n\n1 product to create, 0 unchanged\.\n$/)
})

test('a wrong limit, a missing file and an interruption end the command', async () => {
  const vendor = await service.t.vendor()
  assert.equal((await service.run(vendor, ['diff', 'none.csv'])).code, 2)
  await service.writeCsv('one.csv', [rowOf(1)])
  assert.equal((await service.run(vendor, ['diff', 'one.csv', '--limit', 'x'])).code, 2)
  const signal = AbortSignal.abort()
  assert.equal((await service.run(vendor, ['diff', 'one.csv'], { signal })).code, 130)
})
