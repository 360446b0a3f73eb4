import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readCatalogRows } from '@purveyor/client/catalog-file/catalog-rows'
import { emptyMap, guessMapping } from '@purveyor/client/catalog-file/mapping'
import { CommandError } from '../errors.ts'
import { openCatalogFile } from './catalog-file.ts'

describe('catalog files', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-file-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function written(name: string, content: string | Buffer) {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  async function read(name: string, content: string | Buffer, options = {}) {
    const file = await openCatalogFile({ path: await written(name, content), ...options })
    const rows = []
    for await (const { number, cells } of file.rows()) rows.push({ number, cells })
    return { ...file, read: rows }
  }

  async function converted(name: string, content: string) {
    const file = await openCatalogFile({ path: await written(name, content) })
    const { mapping } = guessMapping(file.columns, emptyMap())
    const rows = []
    for await (const row of readCatalogRows(file, mapping)) rows.push(row)
    return rows
  }

  async function refused(name: string, content: string | Buffer, options = {}): Promise<string> {
    try {
      await read(name, content, options)
    } catch (error) {
      assert.ok(error instanceof CommandError, String(error))
      assert.equal(error.exitCode, 2)
      return `${error.message} ${error.hint ?? ''}`
    }
    assert.fail('The file was read.')
  }

  test('a file that is edited or deleted while it is read is refused', async () => {
    const edits: ((path: string) => Promise<void>)[] = [
      (path) => writeFile(path, 'Item name,SKU\nNut,2\nBolt,11\n'),
      (path) => rm(path)
    ]
    for (const edit of edits) {
      const file = await openCatalogFile({ path: await written('edited.csv', 'Item name,SKU\nBolt,1\n') })
      const rows = file.rows()
      await rows.next()
      await edit(file.path)
      await assert.rejects(rows.next(), { code: 'FILE_CHANGED', message: /^edited\.csv has changed/ })
      await assert.rejects(file.rows().next(), { code: 'FILE_CHANGED' })
    }
  })

  test('a first line that names the delimiter is not the header', async () => {
    const { columns, read: rows } = await read('sep.csv', '\uFEFFsep=;\r\nItem,name;SKU\r\nBolt;1\r\n')
    assert.deepEqual(columns, ['Item,name', 'SKU'])
    assert.deepEqual(rows, [{ number: 3, cells: ['Bolt', '1'] }])
  })

  test('JSON that is not NDJSON is refused', async () => {
    assert.match(await refused('a.json', ' [{"code":"1"}]'), /is a JSON array, .*`jq -c '\.\[\]'/)
    assert.match(await refused('b.ndjson', '[\n{"code":"1"}\n]'), /is a JSON array/)
    assert.match(
      await refused('c.json', '{\n  "code": "1"\n}'),
      /has objects of several lines\. .*`jq -c '\.'/
    )
  })

  test('rows are numbered as in a spreadsheet: with the header, blank rows and cells of several lines', async () => {
    const {
      columns,
      samples,
      read: rows
    } = await read('rows.csv', '\uFEFFItem name,SKU,\r\n"Bolt,\r\nlong",00123,\r\n\r\n,,\r\nNut,00124,\r\n')
    assert.deepEqual(columns, ['Item name', 'SKU'])
    assert.deepEqual(samples, ['Bolt, long', '00123'])
    assert.deepEqual(rows, [
      { number: 2, cells: ['Bolt,\r\nlong', '00123', ''] },
      { number: 5, cells: ['Nut', '00124', ''] }
    ])
  })

  test('the delimiter is guessed from the header', async () => {
    for (const [delimiter, header] of [
      [',', 'a,b;c,d'],
      [';', 'a;"b,b,b,b";c'],
      ['\t', 'a\tb, c\td'],
      ['|', 'a|b|c']
    ] as const) {
      assert.equal((await read('guess.csv', `${header}\n1\n`)).delimiter, delimiter)
    }
    assert.deepEqual((await read('given.csv', 'a;b,c\n1;2,3\n', { delimiter: ',' })).columns, ['a;b', 'c'])
  })

  test('names of columns are made unique', async () => {
    const { columns } = await read('names.csv', 'Size,,Size,"Unit\nprice",,\n1,2,3,4,5,6\n')
    assert.deepEqual(columns, ['Size', 'column 2', 'Size (2)', 'Unit price'])
  })

  test('UTF-16 with a byte order mark and Windows-1252 are read', async () => {
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('Name\tSKU\nCafé ☕\t1\n', 'utf16le')
    ])
    assert.deepEqual((await read('utf16.txt', utf16)).read[0]?.cells, ['Café ☕', '1'])
    const latin = Buffer.from('Name,SKU\nCaf\xe9 \x80,1\n', 'latin1')
    const { read: rows } = await read('latin.csv', latin, { encoding: 'windows-1252' })
    assert.deepEqual(rows[0]?.cells, ['Café €', '1'])
  })

  test('characters of several bytes are read across the borders of blocks', async () => {
    const name = '☕é😀'.repeat(20_000)
    assert.equal((await read('blocks.csv', `Name,SKU\n${name},1\n`)).read[0]?.cells[0], name)
  })

  test('a file that is not text in the expected encoding is refused with its row', async () => {
    const row = 'Caf\xe9,1\n'
    const latin = Buffer.from(`Name,SKU\n"two\nlines",2\n${row}`, 'latin1')
    assert.match(
      await refused('latin.csv', latin),
      /latin\.csv:3: the row isn't valid UTF-8\. .*windows-1252/
    )
    assert.match(await refused('utf16.csv', Buffer.from('Name,SKU\n', 'utf16le')), /zero bytes.*utf-16le/)
    assert.match(await refused('book.csv', Buffer.from('PK\x03\x04...')), /is an Excel workbook.*CSV UTF-8/)
    assert.match(
      await refused('a.csv', 'a,b\n', { encoding: 'klingon' }),
      /klingon isn't the name of an encoding/
    )
    assert.match(await refused('a.csv', ''), /a\.csv is empty/)
  })

  test('a quote that is never closed is reported with its row', async () => {
    assert.match(
      await refused('open.csv', 'a,b\n1,2\n3,"4\n5,6\n'),
      /open\.csv:3: a cell begins with a quote/
    )
  })

  test('a row with more cells than the header is an error of the row', async () => {
    const [row] = await converted('more.csv', 'product,code,vendor_price\nBolt, long,B-1,3\n')
    assert.deepEqual(
      row?.faults.map(({ row: number, code, message }) => ({ number, code, message })),
      [
        {
          number: 2,
          code: 'EXTRA_CELLS',
          message: 'has 4 cells, but the header has 3; quote cells that contain the delimiter'
        }
      ]
    )
  })

  test('rows become items, with the errors of their cells', async () => {
    const rows = await converted(
      'items.csv',
      'Item name,SKU,Cost,Qty,UPC,Category,_errors\n' +
        'Bolt,B-1,$1.50,"1,000",012345678905,Tools > Bolts,x\n' +
        'Nut,,free,12,1.2E+12,,\n' +
        'Pin,B-1,2,,,,\n'
    )
    const [bolt, nut, pin] = rows
    assert.deepEqual(bolt?.item, {
      product: 'Bolt',
      code: 'B-1',
      vendor_price: '1.50',
      amount: 1000,
      upc: '012345678905'
    })
    assert.equal(bolt?.category, 'Tools > Bolts')
    assert.deepEqual(
      nut?.faults.map(({ row, column, value, code }) => [row, column, value, code]),
      [
        [3, 'SKU', '', 'REQUIRED'],
        [3, 'Cost', 'free', 'INVALID_NUMBER'],
        [3, 'UPC', '1.2E+12', 'RUINED_NUMBER']
      ]
    )
    assert.equal(pin?.faults[0]?.message, 'is the SKU of row 2 too; one file can have each SKU once')
  })

  test('lines of NDJSON are mapped by their fields, and lines with variants are left as they are', async () => {
    const rows = await converted(
      'items.ndjson',
      '{"name":"Bolt","sku":"B-1","cost":1.5,"categoryPath":["Tools","Bolts"],"_errors":[]}\n\n' +
        '{"name":"Set","sku":"S-1","variants":[],"leadTime":2,"_index":1}\n' +
        'nonsense\n[1]\n' +
        '{"name":"Nut","sku":12,"cost":"2","brand":{}}\n'
    )
    assert.deepEqual(
      rows.map(({ row, item, faults }) => [
        row.number,
        item,
        faults.map(({ column, code }) => [column, code])
      ]),
      [
        [1, { product: 'Bolt', code: 'B-1', vendor_price: 1.5 }, []],
        [3, { name: 'Set', sku: 'S-1', variants: [], leadTime: 2 }, []],
        [4, {}, [[null, 'INVALID_JSON']]],
        [5, {}, [[null, 'INVALID_JSON']]],
        [6, { product: 'Nut', code: '12', vendor_price: '2' }, [['brand', 'INVALID_TYPE']]]
      ]
    )
    assert.deepEqual(rows[0]?.category, ['Tools', 'Bolts'])
  })
})
