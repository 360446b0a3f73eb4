import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PrintedDocument, render } from './render.ts'
import { countOf, pdfBookmarks, pdfPages, pdfTextRange, pdfTitle, withoutSpaces } from './testing.ts'

const party = (label: string, ...lines: string[]) => ({ label, lines })

function document(fields: Partial<PrintedDocument> = {}): PrintedDocument {
  return {
    paper: 'A4',
    title: 'Purchase order',
    number: 'PO-2000-0180',
    stamp: null,
    issuer: 'Harbor Market',
    logo: null,
    asOf: '2026-03-01T09:30:00.000Z',
    facts: [{ label: 'Order number', value: '1000-0181' }],
    parties: [party('Vendor', 'Acme Tools', '12 Mill Road'), party('Bill to'), party('Ship to', 'Ana Lima')],
    columns: [
      { label: 'SKU', width: 90, align: 'left' },
      { label: 'Product', width: null, align: 'left' },
      { label: 'Quantity', width: 50, align: 'right' },
      { label: '', width: 12, align: 'right', isCheckBox: true }
    ],
    rows: [['HB-M8-100', 'Hex bolt M8', '3', 'x']],
    totals: [{ label: 'Total', value: '1,234.50 USD' }],
    notes: [],
    ...fields
  }
}

const row = (name: string, sku = 'HB-M8-100') => [sku, name, '3', 'x']
const textOf = async (fields: Partial<PrintedDocument>) =>
  (await pdfPages(await render(document(fields)))).join('')
const replacementNote = 'replacesacharacterthatcannotbeprintedinthisdocument'

test('every text of a document is in the PDF', async () => {
  const whole = document({ notes: [{ label: 'Note', value: 'First line\nSecond line' }] })
  const pdf = await render(whole)
  const [page = '', ...more] = await pdfPages(pdf)
  assert.equal(more.length, 0)
  const texts = [
    ...[whole.title, whole.number, whole.issuer, 'Note', 'First line', 'Second line', 'Page 1 of 1'],
    ...[...whole.facts, ...whole.totals].flatMap(({ label, value }) => [label, value]),
    ...whole.parties.flatMap(({ label, lines }) => [label, ...lines]),
    ...whole.columns.map(({ label }) => label),
    ...whole.rows.flatMap((cells) => cells.slice(0, -1))
  ]
  for (const text of texts) assert.ok(page.includes(withoutSpaces(text)), text)
  assert.ok(!page.includes(replacementNote))
  assert.deepEqual(await pdfTitle(pdf), ['Purchase order PO-2000-0180', 'Harbor Market'])
})

test('many rows continue on further pages, each below a header, each once and complete', async () => {
  const skus = Array.from({ length: 200 }, (_, index) => `HB-${index}-X`)
  const rows = skus.map((sku, index) => row('Hex bolt '.repeat((index % 7) * 5 + 1), sku))
  const pages = await pdfPages(await render(document({ rows, stamp: 'CANCELLED' })))
  assert.ok(pages.length > 10 && pages.length < 40, `${pages.length} pages`)
  pages.forEach((page, index) => {
    assert.ok(page.includes(`Page${index + 1}of${pages.length}`))
    assert.ok(page.includes('SKUProductQuantity'))
    assert.ok(page.includes('CANCELLED'))
  })
  for (const [index, sku] of skus.entries()) {
    const holding = pages.filter((page) => page.includes(sku))
    assert.equal(holding.length, 1, sku)
    const [page = ''] = holding
    const after = page.slice(page.indexOf(sku) + sku.length)
    const name = 'Hexbolt'.repeat((index % 7) * 5 + 1)
    // The quantity is beside the first line of the name, and text extraction may put it before or after the
    // name.
    assert.ok(after.replace('3', '').startsWith(name) || after.startsWith(name), sku)
  }
})

test('words of any length and addresses of any number of lines are printed completely', async () => {
  const word = 'Donaudampfschifffahrt'.repeat(12)
  const sku = 'ABCDEFGH-1234567_'.repeat(15)
  const address = Array.from({ length: 90 }, (_, index) => `Line${index}.`)
  const pages = await pdfPages(
    await render(
      document({
        rows: [row(word, sku)],
        number: 'P'.repeat(200),
        issuer: 'W'.repeat(255),
        parties: [party('Vendor', ...address), party('Bill to', word), party('Ship to')],
        notes: [{ label: 'Note', value: `${'word '.repeat(400)}\n\n${'x\n'.repeat(200)}end` }]
      })
    )
  )
  const text = pages.join('')
  for (const line of address) assert.equal(countOf(text, line), 1, line)
  assert.equal(countOf(text, 'word'), 400)
  assert.ok(text.includes('end'))
  const letters = (part: string) => countOf(text, part)
  assert.ok(letters('D') >= 24, 'both long words are printed')
  assert.ok(letters('W') >= 255 && pages.length >= 3)
})

test('no text leaves its page, even if names have a thousand characters or a hundred lines', async () => {
  const hostile = ['W'.repeat(1000), 'a\n'.repeat(100), '😀\u0301'.repeat(300), '<b>x</b> '.repeat(120)]
  for (const text of hostile) {
    const fields = { number: text, issuer: text, facts: [{ label: 'Number', value: text }] }
    const parties = [party('Vendor', text, text), party('Ship to', text)]
    const notes = [{ label: 'Note', value: text }]
    const rows = [row(text, text), row('Hex bolt M8')]
    const pdf = await render(document({ ...fields, parties, notes, rows, stamp: 'CANCELLED' }))
    const [lowest, highest] = await pdfTextRange(pdf)
    assert.ok(lowest > 40 && highest < 842 - 40, `${text.slice(0, 10)}: ${lowest} to ${highest}`)
  }
})

test('a row that is higher than a page continues on the next one, with one check box', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `line${index}.`)
  const pages = await pdfPages(await render(document({ rows: [row(lines.join('\n')), row('Last')] })))
  assert.ok(pages.length > 1)
  for (const line of lines) assert.equal(countOf(pages.join(''), line), 1, line)
  assert.ok(pages.every((page) => page.includes('SKUProductQuantity')))
  const [, second] = await pdfPages(
    await render(document({ rows: [row(lines.join('\n'))], number: 'N'.repeat(300) }))
  )
  assert.match(second ?? '', /^PurchaseorderN{20,},continued/)
})

test('of several empty lines, only one is printed', async () => {
  const text = `first${'\n \r\n'.repeat(200)}second`
  assert.equal((await pdfPages(await render(document({ rows: [row(text)] })))).length, 1)
})

test('names in Latin, Greek, Cyrillic, Chinese and Japanese are printed', async () => {
  const names = [
    'Schraube größer łódź Žluťoučký',
    'Βίδα με εξάγωνη κεφαλή',
    'Болт шестигранный М8, ёлка',
    '六角头螺栓，不锈钢（100个/盒）',
    '六角ボルト ステンレス　ねじ'
  ]
  const text = await textOf({ rows: names.map((name) => row(name)) })
  for (const name of names) assert.ok(text.includes(withoutSpaces(name)), name)
  assert.ok(!text.includes(replacementNote))
})

test('characters that cannot be printed are replaced, and a note says so', async () => {
  const fields: Partial<PrintedDocument>[] = [
    { rows: [row('Bolt 😀')] },
    { rows: [row('برغي')] },
    { notes: [{ label: 'Note', value: 'धन्यवाद' }] },
    { issuer: 'עברית' },
    { parties: [party('Vendor', '한국')] }
  ]
  for (const one of fields) {
    const text = await textOf(one)
    assert.ok(text.includes('□') && text.includes(replacementNote), JSON.stringify(one))
  }
  const text = await textOf({ rows: [row('□ 20 × 20')] })
  assert.ok(text.includes('□20×20') && !text.includes(replacementNote))
})

test('the same document gives the same bytes, and another asOf gives different ones', async () => {
  const [one, two] = [await render(document()), await render(document())]
  assert.deepEqual(one, two)
  assert.notDeepEqual(await render(document({ asOf: '2026-03-01T09:31:00.000Z' })), one)
})

test('several documents in one file begin on new pages and number their own pages', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => row('Hex bolt M8', `HB-${index}`))
  const pdf = await render({
    title: '3 orders',
    documents: [
      document({ number: 'PO-1', rows, stamp: 'CANCELLED' }),
      document({ number: 'PO-2', paper: 'LETTER', asOf: '2026-03-02T09:30:00.000Z' }),
      document({ number: 'PO-3', rows: [row('Bolt 😀')] })
    ]
  })
  const pages = await pdfPages(pdf)
  const heads = pages.map((page) => [
    /PO-\d/.exec(page)?.[0],
    /Page\dof\d/.exec(page)?.[0],
    page.includes('CANCELLED'),
    page.includes(replacementNote)
  ])
  assert.deepEqual(heads, [
    ['PO-1', 'Page1of2', true, false],
    ['PO-1', 'Page2of2', true, false],
    ['PO-2', 'Page1of1', false, false],
    ['PO-3', 'Page1of1', false, true]
  ])
  assert.deepEqual(await pdfTitle(pdf), ['3 orders', 'Harbor Market'])
  assert.deepEqual(await pdfBookmarks(pdf), ['PO-1', 'PO-2', 'PO-3'])
  assert.deepEqual(await pdfBookmarks(await render(document())), [])
})

test('a document without Chinese characters does not embed their font and is small', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => row('Hex bolt M8', `HB-${index}`))
  const pdf = await render(document({ rows }))
  assert.ok(!pdf.includes('NotoSansHans'))
  assert.ok(pdf.length < 150_000, `${pdf.length} bytes`)
  assert.ok((await render(document({ rows: [row('螺栓')] }))).includes('NotoSansHans'))
})
