import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startImporting } from '../../api/src/modules/imports/start-importing.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { readSheet, textsOf } from '../../api/test/read-workbooks.ts'
import { type TestCell, workbookOf } from '../../api/test/workbooks.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'

type Variant = { sku: string; name: string; attributes: Record<string, string>; stockOnHand: number }

describe('imports', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let page: Page
  let token: string
  let workers: ReturnType<typeof startImporting> = []
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    token = await accessToken(service.t, owner)
    const { deps, log } = service.t.app
    workers = startImporting({ ...deps, log, imageFetchAllow: [] })
    page = await service.newPage()
    await signIn(page, owner, '/vendor/imports')
    page.setDefaultTimeout(15_000)
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await service.stop()
  })

  const get = async (path: string) => (await service.t.call(`GET /vendor${path}`, { as: token })).body
  const jobs = async () => (await get('/import-jobs')).jobs
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  async function choose(name: string, lines: string[]) {
    await page.goto('/vendor/imports/new')
    const buffer = Buffer.from(lines.join('\r\n'))
    await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
    await region('First rows').waitFor()
  }

  const chooseFile = (name: string, buffer: Buffer) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer })

  /** Returns the file that the browser saves because of an action. */
  async function savedBy(act: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
    const [file] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }

  /** Downloads a report of the import that is shown. There can be several with this name; the first one is that of failures. */
  async function downloadReport(item: string) {
    await page.getByRole('button', { name: 'Download the report' }).click()
    return savedBy(() => page.getByRole('menuitem', { name: item }).first().click())
  }

  /** Moves the pointer away, until the hint of the button under it is gone. */
  async function leaveButton() {
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').first().waitFor({ state: 'detached' })
  }

  /** Types a text over the cell of a grid that shows this text. */
  async function replaceCell(grid: string, text: string, typed: string) {
    const found = page
      .getByRole('grid', { name: grid })
      .getByRole('gridcell')
      .filter({ hasText: text })
      .first()
    await found.click()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }

  /** Pastes a text into the cell that has the focus, as from the clipboard. */
  const pasteText = (text: string) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)

  test('1,000 rows with faults are checked, sent, corrected and sent again; a reload loses nothing', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const cost = index === 3 ? '"1,234"' : `${index}.50`
      const hsCode = index % 100 === 5 ? '7318.15.'.repeat(6) : '7318.15'
      return `"Washer; ${index}",W-${index},${cost},${index},${index % 2 ? 'Wrenches' : 'Toys'},${hsCode}`
    })
    await choose('Washers.csv', ['Item Name,SKU,Cost,Qty on hand,Category,HS code', ...rows])
    await page.getByText('499 rows ready').waitFor()
    await region('Categories').getByRole('button', { name: 'Send all without a category' }).click()
    await page.getByText('999 rows ready').waitFor()
    await replaceCell('Rows with errors', '1,234', '12.34')
    await page.getByText('1,000 rows ready').waitFor()

    await page.reload()
    await page.getByText('1,000 rows ready').waitFor()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await region('What would happen').getByText('990').waitFor()
    await page.getByText('10 rows to fix').waitFor()
    await leaveButton()
    assert.deepEqual(await faultsOf(page), [])
    await replaceCell('Rows with errors', '7318.15.7318', '7318.15')
    await page.getByText('9 rows to fix').waitFor()

    await page.getByRole('button', { name: 'Import 1,000 rows' }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Washers.csv' }).waitFor()
    await page.getByText('9 products failed').waitFor()
    const [job] = await jobs()
    assert.deepEqual(
      [job.file_name, job.items_created, job.items_failed, job.dry_run],
      ['Washers.csv', 991, 9, false]
    )

    // One cell is corrected, copied and pasted into all others.
    const first = page.getByRole('grid', { name: 'Failed products' }).locator('[aria-invalid]').first()
    await first.click()
    await page.keyboard.type('7318.16')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await pasteText('7318.16')
    await page.getByText('Edited (9)').waitFor()
    await page.reload()
    await page.getByText('Edited (9)').waitFor()
    await page.getByRole('button', { name: 'Send 9 products again' }).click()
    await page.getByRole('link', { name: 'Open the new import' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    const [second, ...others] = await jobs()
    assert.deepEqual([second.items_created, second.items_failed, second.file_name], [9, 0, 'Washers.csv'])
    // The failed products are no longer among the vendor's tasks.
    assert.equal(second.retry_of, job.queue_id)
    assert.equal(others.filter(({ dry_run }: { dry_run: boolean }) => !dry_run)[0].queue_id, job.queue_id)
    const { products } = await get('/products?sku=W-105')
    assert.equal(products[0].commodityCode, '7318.16')
  })

  test('rows of one product become its variants; errors are shown at their rows', async () => {
    const rows = [
      'tee,Tee,Loom,TEE-S,5.00,Size,S,Red,3',
      'tee,,,TEE-M,5.50,,M,Red,4',
      'tee,,Other,TEE-L,6.00,,L,Blue,5',
      ',Cap,,CAP,2.00,,,,6',
      'mug,Mug,,MUG-S,3.00,Size,S,,',
      `mug,,,MUG-L,4.00,,${'L'.repeat(300)},,`,
      'bag,Bag,,BAG-1,x,,,,'
    ]
    const header = 'Handle,Title,Brand,SKU,Cost,Option1 Name,Option1 Value,Color,Qty'
    await choose('Variants.csv', [header, ...rows])
    await page.getByText('7 rows · 4 products', { exact: false }).waitFor()
    await page.getByText('3 rows, 2 products ready').waitFor()
    await page.getByText('4 rows left out').waitFor()
    await replaceCell('Rows with errors', 'Other', 'Loom')
    await page.getByText('6 rows, 3 products ready').waitFor()
    assert.match(await region('First rows').innerText(), /M \/ Red\s+Size: M, Color: Red/)

    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('1 product fails in the dry run').waitFor()
    const faulty = page.getByRole('grid', { name: 'Rows with errors' }).getByRole('row', { name: /^7 / })
    await faulty
      .getByText('Variant 2', { exact: false })
      .or(faulty.getByText('at most 255'))
      .first()
      .waitFor()
    await leaveButton()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Import 3 products' }).click()
    await page.getByRole('button', { name: 'Send the rest' }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    await page.getByText('1 product failed').waitFor()
    const { products } = await get('/products?sku=tee')
    const variants = products[0].variants.map(({ sku, name, attributes, stockOnHand }: Variant) =>
      [sku, name, attributes.Size, stockOnHand].join()
    )
    assert.deepEqual(variants, ['TEE-S,S / Red,S,3', 'TEE-M,M / Red,M,4', 'TEE-L,L / Blue,L,5'])

    // The variant with the error has a row of its own, below its product.
    const failed = page.getByRole('grid', { name: 'Failed products' })
    assert.equal(await failed.getByRole('row').count(), 3)
    await replaceCell('Failed products', 'LLL', 'L')
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Send 1 product again' }).click()
    await page.getByRole('link', { name: 'Open the new import' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    const mug = (await get('/products?sku=mug')).products[0]
    assert.equal(mug.variants[1].name, 'L')
    // The row that was left out begins the next import.
    await page.goto('/vendor/imports/new')
    await replaceCell('Rows with errors', 'x', '2')
    await page.getByText('1 row, 1 product ready').waitFor()
    await region('Variants.csv').getByRole('button', { name: 'Discard' }).click()
  })

  test('an upload whose response was lost is sent once, also after a reload', async () => {
    const before = (await jobs()).length
    const rows = ['Only once,ONCE-1,1,', 'Unreadable,ONCE-2,many,18']
    await choose('Once.csv', ['Name,SKU,Cost,Voltage (V)', ...rows])
    // The operator defines this attribute.
    const field = page.getByRole('combobox', { name: 'Field of the column “Voltage (V)”' })
    assert.equal(await field.inputValue(), 'Voltage (V)')
    // The service receives the upload, but the page doesn't get the response.
    await page.route('**/bulk-upload*', async (route) => {
      await route.fetch()
      await page.unroute('**/bulk-upload*')
      await page.reload()
    })
    await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
    await page.getByRole('button', { name: 'Send the rest' }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    await page.getByText('Completed', { exact: true }).waitFor()
    assert.equal((await jobs()).length, before + 1)

    // The row that was left out can still be corrected.
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByText('Some rows of “Once.csv” still have to be imported.').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await replaceCell('Rows with errors', 'many', '2')
    await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    await page.getByText('Completed', { exact: true }).waitFor()
    const { products } = await get('/products?sku=ONCE-2')
    assert.equal(products.length, 1)
    assert.equal(products[0].variants[0].attributes.voltage, 18)
  })

  test('an import that is open in two tabs is sent by one of them', async () => {
    await choose('Tabs.csv', ['Name,SKU,Cost', 'Twice,TABS-1,1'])
    const other = await page.context().newPage()
    await other.goto('/vendor/imports/new')
    await other.getByText('1 row ready').waitFor()
    await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    const before = (await jobs()).length
    await other.getByRole('button', { name: 'Import 1 row', exact: true }).click()
    await other.getByText('This import was changed or sent in another tab.', { exact: false }).waitFor()
    await other.getByRole('button', { name: 'Choose a file' }).waitFor()
    assert.equal((await jobs()).length, before)
    await other.close()
  })

  test('the same corrections of two tabs are one import, others are another one', async () => {
    const body = {
      error_policy: 'reject_failed_items',
      items: [{ product: 'Pins', code: 'PIN-1', vendor_price: 'cheap' }]
    }
    const { queue_id } = (await service.t.call('POST /vendor/products/bulk-upload', { as: token, body })).body
    const tabs = [page, await page.context().newPage(), await page.context().newPage()]
    const cell = (tab: Page, text: string) =>
      tab.getByRole('grid', { name: 'Failed products' }).getByRole('gridcell').filter({ hasText: text })
    const correct = async (tab: Page, before: string, cost: string) => {
      await cell(tab, before).click()
      await tab.keyboard.type(cost)
      await tab.keyboard.press('Enter')
      await cell(tab, cost).waitFor()
    }
    const send = async (tab: Page) => {
      await tab.getByRole('button', { name: 'Send 1 product again' }).click()
      return tab.getByRole('link', { name: 'Open the new import' }).getAttribute('href')
    }
    const [first, second, third] = tabs as [Page, Page, Page]
    await first.goto(`/vendor/imports/${queue_id}`)
    await correct(first, 'cheap', '2.50')
    await first.getByText('Edited (1)').waitFor()
    for (const tab of [second, third]) {
      await tab.goto(`/vendor/imports/${queue_id}`)
      await cell(tab, '2.50').waitFor()
    }
    await correct(third, '2.50', '3.75')
    const before = (await jobs()).length
    const job = await send(first)
    await second.route('**/bulk-upload*', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
    await second.getByRole('button', { name: 'Send 1 product again' }).click()
    await second.getByRole('button', { name: 'Try again' }).waitFor()
    assert.equal(await send(second), job)
    assert.equal((await jobs()).length, before + 1)
    assert.notEqual(await send(third), job)
    assert.equal((await jobs()).length, before + 2)
    await Promise.all([second.close(), third.close()])
  })

  test('what was not changed for 60 days is deleted from the browser', async () => {
    await choose('Old.csv', ['Name,SKU,Cost', 'Old,OLD-1,1'])
    await page.evaluate(`new Promise((done) => {
      const opening = indexedDB.open('purveyor-imports')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('records', 'readwrite')
        transaction.oncomplete = () => done(opening.result.close())
        const store = transaction.objectStore('records')
        const cursor = store.openCursor(IDBKeyRange.bound('time import ', 'time import!'))
        cursor.onsuccess = () => cursor.result && (cursor.result.update(0), cursor.result.continue())
      }
    })`)
    await page.reload()
    await page.reload()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })

  test('a file without names updates stock; rows of unknown products stay', async () => {
    await choose('Stock.csv', ['SKU;Qty', 'W-1;77', 'NO-SUCH;5'])
    await page
      .getByRole('radio', { name: /^Update existing products/ })
      .and(page.locator(':checked'))
      .waitFor()
    await page.getByRole('button', { name: 'Update 2 rows' }).click()
    await region('The products were updated').waitFor()
    await page.getByText('1 row to fix').waitFor()
    const { products } = await get('/products?sku=W-1')
    assert.equal(products[0].variants[0].stockOnHand, 77)
    await replaceCell('Rows with errors', 'NO-SUCH', 'W-2')
    await page.getByRole('button', { name: 'Update 1 row' }).click()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })

  test('files that can not be read are refused with the reason, and a template is downloaded', async () => {
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    const files: [name: string, content: Buffer, reason: string][] = [
      ['a.pdf', Buffer.from('%PDF-1.7'), 'This is a PDF document.'],
      ['a.xls', compound, 'This is an old Excel file'],
      [
        'a.xlsx',
        Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
        'protected with a password'
      ]
    ]
    for (const [name, content, reason] of files) {
      await chooseFile(name, content)
      await page.getByText(reason, { exact: false }).waitFor()
    }
    await page.getByRole('combobox', { name: 'Categories' }).fill('Wrenches')
    await page.getByRole('option', { name: /Wrenches/ }).click()
    await page.keyboard.press('Escape')
    const template = await savedBy(() => page.getByRole('button', { name: 'Download the template' }).click())
    assert.equal(template.name, 'template.xlsx')
    const [header] = await readSheet(template.content, 'Products')
    assert.ok(header?.cells.some(({ text }) => text === 'SKU'))
  })

  test('a workbook is refused, checked, imported, and its report corrected and imported', async () => {
    const [first, ...rest] = [
      ['Name', 'SKU', 'Cost', 'UPC', 'Category', 'Shelf'],
      ['Hex bolt', 'XL-1', 1.5, '036000291452', 'Wrenches', 'B2'],
      ['Hex nut', 'XL-2', 2, '036000291453', 'Wrenches', 'B2'],
      ['Pin', 'XL-3', 'cheap', null, 'No such', 'B2']
    ] satisfies TestCell[][]
    assert.ok(first)
    await chooseFile('Two headers.xlsx', await workbookOf([first, first, ...rest]))
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Cell A2: Row 2 looks like a second header.', { exact: false }).waitFor()
    const before = (await jobs()).length
    await page.getByRole('button', { name: 'Choose another file' }).click()

    await chooseFile('Bolts.xlsx', await workbookOf([first, ...rest]))
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Columns that are not used: Shelf').waitFor()
    const faults = page.getByRole('table', { name: 'Cells with errors' })
    await faults.getByRole('row', { name: /^C4 XL-3 Cost Must be a decimal number/ }).waitFor()
    await faults.getByRole('row', { name: /^E4 XL-3 Categories Is no category/ }).waitFor()
    await leaveButton()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL(/imports\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: '1 product failed' }).waitFor()
    const warnings = page.getByRole('table', { name: 'Values that may be wrong' })
    await warnings.getByRole('row', { name: /^XL-2 UPC Has a wrong check digit/ }).waitFor()
    const [job, ...others] = await jobs()
    assert.equal(others.length, before + 1)
    assert.deepEqual(
      [job.file_name, job.items_created, job.items_failed, job.items_with_warnings],
      ['Bolts.xlsx', 2, 1, 1]
    )

    const { name, content } = await downloadReport('Spreadsheet with the errors marked (XLSX)')
    assert.equal(name, 'Bolts.failed.xlsx')
    const [header, row] = (await readSheet(content, 'Products')).map(textsOf)
    assert.ok(header && row)
    const typed: Record<string, string> = { cheap: '3', 'No such': 'Wrenches' }
    const corrected = row.map((text) => typed[text] ?? text)
    await page.getByRole('link', { name: 'Import a corrected report' }).click()
    await chooseFile(name, await workbookOf([header, corrected]))
    await page.getByText('These are corrected rows of an earlier import', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    const [second] = await jobs()
    assert.deepEqual([second.items_created, second.retry_of], [1, job.queue_id])
  })

  test('a workbook updates products, and names the cells that failed', async () => {
    await page.goto('/vendor/imports/new')
    await chooseFile(
      'Costs.xlsx',
      await workbookOf([
        ['SKU', 'Cost'],
        ['XL-1', 9.5],
        ['NO-SUCH', 1]
      ])
    )
    await page.getByRole('radio', { name: /^Update existing products/ }).check()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await region('The products were updated').waitFor()
    await page.getByRole('row', { name: /^A3 NO-SUCH/ }).waitFor()
    const { products } = await get('/products?sku=XL-1')
    assert.equal(products[0].variants[0].vendorPrice, '9.50')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })

  test('the report of an import is CSV, too', async () => {
    await page.goto('/vendor/imports?status=COMPLETED_WITH_ERRORS')
    await page.getByRole('link', { name: 'Washers.csv' }).last().click()
    const { name, content } = await downloadReport('CSV')
    assert.equal(name, 'Washers.failed.csv')
    assert.match(content.toString(), /W-105.*at most 28 characters/)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.deepEqual(await faultsOf(page), [])
  })

  test('a viewer sees the imports, and nothing that would be refused', async () => {
    const other = await service.newPage()
    await signIn(other, 'viewer@harbor.test', '/vendor/imports')
    await other.getByRole('link', { name: 'rivets.ndjson' }).click()
    await other.getByRole('grid', { name: 'Failed products' }).waitFor()
    assert.equal(await other.getByRole('button', { name: /^(Send|Cancel)/ }).count(), 0)
    await other.goto('/vendor/imports/new')
    await other.waitForURL(/imports$/)
    assert.equal(await other.getByRole('link', { name: 'New import' }).count(), 0)
    await other.context().close()
    // The workbook with two headers was refused.
    assert.deepEqual(
      service.problems.filter((problem) => !problem.includes('status of 400')),
      []
    )
  })
})
