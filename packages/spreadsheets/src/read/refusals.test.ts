import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { allRows, cellsOf, fileOf, ods, odsParts, xlsx, xlsxParts, zipOf } from '../../test/files.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from '../index.ts'

async function assertRefused(path: string, code: SpreadsheetErrorCode, message?: RegExp): Promise<void> {
  await assert.rejects(allRows(path), (error) => {
    assert.ok(error instanceof SpreadsheetError, String(error))
    assert.equal(error.code, code)
    if (message) assert.match(error.message, message)
    return true
  })
}

const value = '<row r="1"><c r="A1"><v>1</v></c></row>'

/** Returns the file with other bytes at the first place where `find` is, or at each of them. */
function patched(file: Buffer, find: Buffer, change: (found: Buffer) => void, isEach = false): Buffer {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf(find); at >= 0; at = isEach ? copy.indexOf(find, at + 1) : -1)
    change(copy.subarray(at))
  return copy
}

const localHeader = Buffer.from('PK\x03\x04', 'latin1')
const centralHeader = Buffer.from('PK\x01\x02', 'latin1')

describe('other files', () => {
  /** Returns the start of a compound file, with the name of a stream. */
  const compound = (stream: string) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(2000),
      Buffer.from(stream, 'utf16le')
    ])

  const files: [string, string | Buffer, SpreadsheetErrorCode, RegExp][] = [
    ['an empty file', '', 'NOT_A_WORKBOOK', /^The file is not a workbook\. Send an \.xlsx or \.ods file\.$/],
    ['a blank file', ' \n', 'NOT_A_WORKBOOK', /not a workbook/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'NOT_A_WORKBOOK', /not a workbook/],
    ['control characters', 'a\x01\x02', 'NOT_A_WORKBOOK', /not a workbook/],
    ['CSV', '\uFEFFSKU;Name\r\n1;Bolt\r\n', 'TEXT_FILE', /such as CSV/],
    ['CSV in Latin-1', Buffer.from('SKU;Größe\n', 'latin1'), 'TEXT_FILE', /such as CSV/],
    ['CSV in UTF-16', Buffer.from('\uFEFFSKU\tName\n', 'utf16le'), 'TEXT_FILE', /such as CSV/],
    ['HTML', '\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>', 'HTML_FILE', /web page/],
    ['HTML with a document type', '<!DOCTYPE html><table>', 'HTML_FILE', /web page/],
    [
      'XML',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
      'OLD_FORMAT',
      /XML document/
    ],
    [
      'an old workbook',
      compound('Workbook'),
      'OLD_FORMAT',
      /\.xls\)\. Open it in Excel or LibreOffice, and save it as/
    ],
    [
      'an encrypted workbook',
      compound('EncryptedPackage'),
      'ENCRYPTED',
      /^The workbook is protected with a password/
    ],
    [
      'an encrypted workbook with a distant directory',
      Buffer.concat([compound('x'), Buffer.alloc(3_000_000), compound('EncryptedPackage')]),
      'ENCRYPTED',
      /password/
    ]
  ]
  for (const [title, content, code, message] of files)
    test(`${title} is refused`, async () => {
      await assertRefused(await fileOf(content), code, message)
    })

  test('zip files of other programs are refused', async () => {
    await assertRefused(await fileOf(await zipOf({ 'a.txt': 'a' })), 'NOT_A_WORKBOOK')
    await assertRefused(await fileOf(await zipOf({ 'content.xml': '<a/>' })), 'BROKEN')
    const text = { ...odsParts(''), mimetype: 'application/vnd.oasis.opendocument.text' }
    await assertRefused(await fileOf(await zipOf(text)), 'NOT_A_WORKBOOK')
    const document = xlsxParts({ parts: { 'xl/workbook.xml': '<document/>' } })
    await assertRefused(await fileOf(await zipOf(document)), 'NOT_A_WORKBOOK')
  })

  test('a binary workbook is refused', async () => {
    const parts = xlsxParts({ parts: { 'xl/workbook.bin': 'x' } })
    parts['_rels/.rels'] = String(parts['_rels/.rels']).replace('workbook.xml', 'workbook.bin')
    await assertRefused(await fileOf(await zipOf(parts)), 'OLD_FORMAT', /\.xlsb/)
  })

  test('an error of the file system stays as it is', async () => {
    await assert.rejects(allRows('/nowhere/at-all.xlsx'), { code: 'ENOENT' })
  })
})

describe('macros and passwords', () => {
  test('workbooks with macros are refused', async () => {
    await assertRefused(
      await xlsx({ rows: value, parts: { 'xl/vbaProject.bin': 'x' } }),
      'MACROS',
      /without macros/
    )
    const types =
      '<Types><Default Extension="xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>'
    await assertRefused(await xlsx({ rows: value, parts: { '[Content_Types].xml': types } }), 'MACROS')
    for (const name of ['Basic/Standard/Module1.xml', 'Scripts/python/a.py'])
      await assertRefused(await fileOf(await zipOf({ ...odsParts(''), [name]: '<a/>' })), 'MACROS')
  })

  test('empty libraries of macros are not macros', async () => {
    const parts = { ...odsParts(''), 'Basic/script-lc.xml': '<a/>', 'Basic/Standard/script-lb.xml': '<a/>' }
    assert.deepEqual(await allRows(await fileOf(await zipOf(parts))), [])
  })

  test('encrypted files are refused', async () => {
    const manifest =
      '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    const parts = { ...odsParts(''), 'META-INF/manifest.xml': manifest, 'content.xml': 'garbage' }
    await assertRefused(await fileOf(await zipOf(parts)), 'ENCRYPTED', /password/)
    const wrapped = { mimetype: odsParts('').mimetype ?? '', 'encrypted-package': 'x' }
    await assertRefused(await fileOf(await zipOf(wrapped)), 'ENCRYPTED')
    const zip = await readFile(await xlsx({ rows: value }))
    const withPassword = patched(zip, centralHeader, (header) => header.writeUInt16LE(1, 8), true)
    await assertRefused(await fileOf(withPassword), 'ENCRYPTED')
  })
})

describe('damaged files', () => {
  test('a file that is cut off anywhere is refused', async () => {
    const file = await readFile(await xlsx({ rows: value.repeat(1), strings: '<si><t>text</t></si>' }))
    for (let length = 4; length < file.length; length += 97)
      await assertRefused(await fileOf(file.subarray(0, length)), 'BROKEN', /damaged or incomplete/)
  })

  test('no row is returned of a sheet with a wrong checksum', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `<row><c><v>${index}</v></c></row>`).join('')
    const file = await readFile(await xlsx({ rows }))
    // The largest part is the sheet. Its checksum is at offset 16 of its central header.
    const broken = patched(
      file,
      centralHeader,
      (header) => header.readUInt32LE(24) > 100_000 && header.writeUInt32LE(1, 16),
      true
    )
    let read = 0
    const reading = async () => {
      for (const _ of await allRows(await fileOf(broken))) read++
    }
    await assert.rejects(reading, { code: 'BROKEN' })
    assert.equal(read, 0)
  })

  test('a damaged byte in the compressed data is noticed', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `<row><c><v>${index * 7}</v></c></row>`).join('')
    const file = await readFile(await xlsx({ rows }))
    const middle = Math.floor(file.length / 2)
    file.writeUInt8(file.readUInt8(middle) ^ 0xff, middle)
    await assertRefused(await fileOf(file), 'BROKEN')
  })

  test('XML that is not well-formed is refused', async () => {
    for (const rows of [
      '<row>',
      '<row><c></row>',
      '<row><c><v>&nbsp;</v></c></row>',
      '<row a="1" a="2"/>',
      '\u0001',
      '<row><c><v>a & b</v></c></row>'
    ])
      await assertRefused(await xlsx({ rows }), 'BROKEN', /damaged or incomplete/)
    const parts = xlsxParts({ rows: value })
    parts['xl/worksheets/sheet1.xml'] = Buffer.from('<worksheet>\xff</worksheet>', 'latin1')
    await assertRefused(await fileOf(await zipOf(parts)), 'BROKEN', /encoding/)
    parts['xl/worksheets/sheet1.xml'] = '<?xml version="1.0" encoding="ISO-8859-1"?><worksheet/>'
    await assertRefused(await fileOf(await zipOf(parts)), 'BROKEN', /encoding/)
    parts['xl/worksheets/sheet1.xml'] = `<worksheet>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</worksheet>`
    await assertRefused(await fileOf(await zipOf(parts)), 'BROKEN', /nested/)
  })

  test('missing parts are reported', async () => {
    const parts = xlsxParts({ rows: value })
    delete parts['xl/worksheets/sheet1.xml']
    await assertRefused(await fileOf(await zipOf(parts)), 'BROKEN', /sheet1\.xml is missing/)
    await assertRefused(
      await xlsx({ rows: '<row><c t="s"><v>3</v></c></row>', strings: '<si/>' }),
      'BROKEN',
      /text of A1/
    )
    await assertRefused(await xlsx({ rows: '<row><c t="s"><v>0</v></c></row>' }), 'BROKEN', /text of A1/)
  })

  test('parts that overlap or occur twice are refused', async () => {
    const file = await readFile(await xlsx({ rows: value }))
    const second = file.indexOf(centralHeader, file.indexOf(centralHeader) + 1)
    const offset = 42
    const overlapping = Buffer.from(file)
    overlapping.writeUInt32LE(file.readUInt32LE(second + offset) - 5, second + offset)
    await assertRefused(await fileOf(overlapping), 'BROKEN', /overlap/)
    const twice = await zipOf({ 'XL/WORKBOOK.XML': 'x', ...xlsxParts({ rows: value }) })
    await assertRefused(await fileOf(twice), 'BROKEN', /occurs twice/)
  })
})

describe('document types', () => {
  const doctypes = [
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">'
  ]
  test('they are refused in every part', async () => {
    for (const doctype of doctypes)
      for (const name of [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
        'xl/sharedStrings.xml',
        'xl/styles.xml'
      ]) {
        const parts = xlsxParts({ rows: value, strings: '<si/>', styles: '' })
        const header = '<?xml version="1.0" encoding="UTF-8"?>'
        parts[name] = header + doctype + String(parts[name]).replace(header, '')
        await assertRefused(await fileOf(await zipOf(parts)), 'FORBIDDEN_XML', /document type declaration/)
      }
    const parts = odsParts('')
    parts['content.xml'] = `${doctypes[0]}<a/>`
    await assertRefused(await fileOf(await zipOf(parts)), 'FORBIDDEN_XML')
  })
})

describe('sizes', () => {
  const MIB = 2 ** 20

  const comment = `<!--${' '.repeat(993)}-->`

  /** Returns a workbook in which one part has `size` bytes of comments. Its header can state another size. */
  async function withBomb(name: string, size: number, statedSize = size): Promise<Buffer> {
    const parts = xlsxParts({ rows: value, strings: '<si/>' })
    const content = Buffer.alloc(size, comment)
    const start = Buffer.from(String(parts[name]).replace(/<\/\w+>$/, ''))
    const end = Buffer.from(/<\/\w+>$/.exec(String(parts[name]))?.[0] ?? '')
    parts[name] = Buffer.concat([start, content, end])
    const zip = await zipOf(parts)
    if (statedSize === size) return zip
    const total = start.length + size + end.length
    return patched(
      zip,
      centralHeader,
      (header) => header.readUInt32LE(24) === total && header.writeUInt32LE(statedSize, 24),
      true
    )
  }

  test('a part that is much larger than its compressed form is refused, whichever it is', async () => {
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml'])
      await assertRefused(
        await fileOf(await withBomb(name, 40_000_000)),
        'TOO_LARGE',
        /when it is decompressed/
      )
  })

  test('the stated size is not trusted', async () => {
    await assertRefused(await fileOf(await withBomb('xl/worksheets/sheet1.xml', 40_000_000, 100)), 'BROKEN')
  })

  test('the size of a part and of all parts is limited', async () => {
    const parts = { rows: value, strings: `<si><t>${'a'.repeat(1000)}</t></si>` }
    const path = await xlsx(parts)
    const sizes = Object.values(xlsxParts(parts)).map((content) => content.length)
    const largest = Math.max(...sizes)
    assert.equal((await allRows(path, { limits: { partBytes: largest } })).length, 1)
    await assert.rejects(allRows(path, { limits: { partBytes: largest - 1 } }), { code: 'TOO_LARGE' })
    const total = sizes.reduce((sum, size) => sum + size)
    assert.equal((await allRows(path, { limits: { totalBytes: total } })).length, 1)
    await assert.rejects(allRows(path, { limits: { totalBytes: total - 1 } }), { code: 'TOO_LARGE' })
  })

  test('a token that does not end is refused before it fills the memory', async () => {
    const long = 'ab'.repeat(MIB)
    for (const rows of [
      `<!--${long}-->`,
      `<row r="${long}"/>`,
      `<${long}/>`,
      `<row><c><v>${long}</v></c></row>`
    ])
      await assertRefused(await xlsx({ rows }), 'BROKEN')
  })

  test('sheets, columns, rows and cells are limited', async () => {
    const sheets = ['a', 'b', 'c'].map((name) => ({ attributes: `name="${name}"`, content: '' }))
    assert.deepEqual(await allRows(await xlsx({ sheets }), { limits: { sheets: 3 } }), [])
    await assert.rejects(allRows(await xlsx({ sheets }), { limits: { sheets: 2 } }), {
      code: 'TOO_MANY_SHEETS',
      message: 'The workbook has more than 2 sheets. Delete the others.'
    })
    const cell = (name: string, row: number) =>
      xlsx({ rows: `<row r="${row}"><c r="${name}${row}"><v>1</v></c></row>` })
    assert.equal((await allRows(await cell('XFD', 1_048_576))).length, 1)
    await assert.rejects(allRows(await cell('XFE', 1)), { code: 'TOO_MANY_COLUMNS', cell: 'XFE1' })
    await assert.rejects(allRows(await cell('A', 1_048_577)), { code: 'TOO_MANY_ROWS' })
    const two = await xlsx({ rows: '<row><c><v>1</v></c><c><v>2</v></c></row>' })
    assert.equal((await allRows(two, { limits: { cells: 2 } })).length, 1)
    await assert.rejects(allRows(two, { limits: { cells: 1 } }), { code: 'TOO_LARGE' })
  })

  test('a text has at most 32,767 characters', async () => {
    const inline = (text: string) => xlsx({ rows: `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>` })
    const shared = (text: string) =>
      xlsx({
        rows: '<row><c t="s"><v>0</v></c></row>',
        strings: `<si><r><t>a</t></r><r><t>${text.slice(1)}</t></r></si>`
      })
    const formula = (text: string) => xlsx({ rows: `<row><c t="str"><f>A1</f><v>${text}</v></c></row>` })
    const paragraph = (text: string) =>
      ods(
        `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`
      )
    const longest = 'a'.repeat(32_767)
    for (const write of [inline, shared, formula, paragraph]) {
      assert.deepEqual(await cellsOf(await write(longest)), [
        `A1 ${write === formula ? '=' : ''}text ${longest}`
      ])
      await assertRefused(
        await write(`${longest}a`),
        'TEXT_TOO_LONG',
        /32,768 characters\. The maximum is 32,767\./
      )
    }
    const [cell] = await cellsOf(await inline('_x0041_'.repeat(32_767)))
    assert.equal(cell?.length, 'A1 text '.length + 32_767)
  })

  test('a row that repeats a long text is refused', async () => {
    const path = await ods(
      `<table:table-row><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>${'a'.repeat(1000)}</text:p></table:table-cell></table:table-row>`
    )
    await assertRefused(path, 'TOO_LARGE', /Row 1 has too much text/)
  })
})

test('the data of a part is found by the central directory alone', async () => {
  // A second file could hide between the parts, which other readers would find by its local header.
  const hidden = deflateRawSync('<worksheet/>')
  const header = Buffer.alloc(30)
  localHeader.copy(header)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32('<worksheet/>'), 14)
  header.writeUInt32LE(hidden.length, 18)
  const file = await readFile(await xlsx({ rows: value }))
  const central = file.indexOf(centralHeader)
  const extra = Buffer.concat([header, hidden])
  const combined = Buffer.concat([file.subarray(0, central), extra, file.subarray(central)])
  const end = combined.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  combined.writeUInt32LE(central + extra.length, end + 16)
  assert.deepEqual(await cellsOf(await fileOf(combined)), ['A1 number 1'])
})
