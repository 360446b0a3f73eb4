import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CatalogService, catalogService } from './catalog-service.ts'

let service: CatalogService
before(async () => {
  service = await catalogService()
})
after(() => service.close())

const wrong = '012345678901'
const right = '012345678905'

test('an upload shows the values that may be wrong, with their rows and columns', async () => {
  const vendor = await service.t.vendor()
  const rows = [
    { SKU: 'W-1', Name: 'Wrench', Cost: '10', 'Bar code': right },
    { SKU: 'W-2', Name: 'Pliers', Cost: 'free', 'Bar code': wrong },
    { SKU: 'W-3', Name: 'Hammer', Cost: '12', 'Bar code': wrong }
  ]
  await service.writeCsv('upload.csv', rows)
  const { code, stdout } = await service.run(vendor, ['push', 'upload.csv'])
  assert.equal(code, 3, stdout)
  assert.match(stdout, /Values that may be wrong:\nupload\.csv:4:Bar code: "012345678901" .*check digit/)
  assert.match(stdout, /With warnings +1/)
  const result = await service.result(vendor, ['push', 'upload.csv', '--on-existing', 'update'])
  const { warnings, warningList } = result as { warnings: number; warningList: Record<string, unknown>[] }
  assert.equal(warnings, 1)
  assert.deepEqual(
    warningList.map(({ row, column, code }) => [row, column, code]),
    [[4, 'Bar code', 'INVALID_UPC']]
  )
})

test('rows of variants have their own warnings', async () => {
  const vendor = await service.t.vendor()
  const rows = [
    { 'Parent SKU': 'G', SKU: 'G-1', Name: 'Gloves', Cost: '1', UPC: right },
    { 'Parent SKU': 'G', SKU: 'G-2', Name: '', Cost: '1', UPC: wrong }
  ]
  await service.writeCsv('variants.csv', rows)
  const { stdout } = await service.run(vendor, ['push', 'variants.csv'])
  assert.match(stdout, /variants\.csv:3:UPC: "012345678901" /)
})

test('a bulk update shows them too, also after an earlier run, and a file with right values shows none', async () => {
  const vendor = await service.t.vendor()
  const items = ['B-1', 'B-2'].map((code) => ({ code, product: 'Bolt', vendor_price: 1 }))
  await service.upload(vendor, items)
  await service.writeCsv('update.csv', [
    { SKU: 'B-1', UPC: right },
    { SKU: 'B-2', UPC: wrong }
  ])
  for (const more of [['--dry-run'], []]) {
    const { code, stdout } = await service.run(vendor, ['push', 'update.csv', ...more])
    assert.equal(code, 0, stdout)
    assert.match(stdout, /update\.csv:3:UPC: "012345678901" .*check digit/)
  }
  const { warnings } = await service.result(vendor, ['push', 'update.csv'])
  assert.equal(warnings, 1)
  await service.writeCsv('right.csv', [{ SKU: 'B-1', UPC: right }])
  const none = await service.run(vendor, ['push', 'right.csv'])
  assert.doesNotMatch(none.stdout, /may be wrong|warnings/)
})
