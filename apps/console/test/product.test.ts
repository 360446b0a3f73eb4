import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { png } from '../../api/test/product-images.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'
/** What the browser reports of requests that are refused on purpose. */
const refused = /status of 4(00|04|09|12)/
/** The indexes of the columns of the variants. */
const columns = { sku: 0, name: 1, cost: 2, stock: 3, upc: 6 }

describe('the page of a product', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let vendor: string
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    vendor = await accessToken(service.t, owner)
    operator = await accessToken(service.t, 'operator@purveyor.test')
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(30_000)
    await signIn(page, owner, '/vendor/products/new')
  })
  after(() => service.stop())

  async function call(request: string, as: string, body?: object) {
    const answer = await service.t.call(request, { as, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const read = (id: string) => call(`GET /vendor/products/${id}`, vendor)
  const change = (id: string, body: object) => call(`PATCH /vendor/products/${id}`, vendor, body)

  async function newProduct(name: string, { isLive = true } = {}): Promise<string> {
    const variants = [{ sku: `${name}-1`, name: 'Each', vendorPrice: 4, initialInventory: 10 }]
    const { id } = await call('POST /vendor/products', vendor, { name, sku: name, variants })
    if (!isLive) return id
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    await call(`POST /platform/products/${id}/approve`, operator, { version })
    return id
  }
  async function open(id: string): Promise<void> {
    await page.goto(`/vendor/products/${id}`)
    await field('Name').waitFor()
  }
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const cell = (row: number, column: keyof typeof columns) =>
    page.locator(`[data-row="${row}"] > [data-column="${columns[column]}"]`)
  const typeInto = async (row: number, column: keyof typeof columns, text: string) => {
    await cell(row, column).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const saved = (name: string) => page.getByText(`“${name}” was saved`).last().waitFor()
  const imageNames = async (id: string) => (await read(id)).images.map(({ alt }: { alt: string }) => alt)
  const noProblems = () =>
    assert.deepEqual(
      service.problems.splice(0).filter((problem) => !refused.test(problem)),
      []
    )

  test('shows what the marketplace has corrected as a difference', async () => {
    const id = await newProduct('CORR-1', { isLive: false })
    await call(`PATCH /platform/products/${id}/revision`, operator, {
      version: 1,
      name: 'CORR-1 bolt',
      brand: 'Boltwell'
    })
    await open(id)
    const corrections = page.getByRole('region', { name: 'The marketplace corrected this before approving' })
    await corrections.locator('ins', { hasText: /^ bolt$/ }).waitFor()
    await corrections.getByText('Boltwell').waitFor()
    assert.deepEqual(await faultsOf(page, { part: 'main' }), [])
    await call(`POST /platform/products/${id}/approve`, operator, { version: 2 })
    await open(id)
    await page.getByRole('region', { name: 'The marketplace corrected this', exact: true }).waitFor()
    noProblems()
  })

  test('creates a product with pictures, after all errors were shown at their fields', async () => {
    await newProduct('TAKEN-1', { isLive: false })
    await page.goto('/vendor/products/new')
    await field('Name').fill('Flange bolt')
    await field('SKU').fill('TAKEN-1')
    await typeInto(0, 'sku', 'FB-1')
    await typeInto(0, 'cost', '-1')
    // Enter takes the category that is found, and doesn't submit the form.
    const categories = page.getByRole('combobox', { name: 'Categories' })
    await categories.fill('wren')
    await page.getByRole('option', { name: /Wrenches/ }).waitFor()
    await categories.press('Enter')
    await page.getByRole('region', { name: 'Categories and tags' }).getByText('Wrenches').waitFor()
    await categories.fill('no such category')
    await categories.press('Enter')
    assert.equal(await page.getByText('Correct the marked fields.').count(), 0)
    await categories.fill('')
    await press('Create the product')
    await page.getByText('Correct the marked fields.').waitFor()
    assert.equal(await cell(0, 'cost').getAttribute('aria-invalid'), 'true')
    assert.equal(await cell(0, 'name').getAttribute('aria-invalid'), 'true')
    await typeInto(0, 'cost', '2.50')
    await typeInto(0, 'name', 'Each')
    assert.equal(await cell(0, 'name').getAttribute('aria-invalid'), null)
    await typeInto(0, 'stock', '40')
    await typeInto(0, 'upc', '036000291453')
    await press('Create the product')
    await page.getByText('Another product has this SKU.').waitFor()
    assert.match(
      (await page.getByRole('link', { name: 'Open it' }).getAttribute('href')) ?? '',
      /\/products\/[0-9a-f-]{36}$/
    )
    await field('SKU').fill('FB')
    const files = await Promise.all(['one.png', 'two.png'].map(async (name) => picture(name, await png())))
    await page.getByLabel('Choose images').setInputFiles(files)
    await page.reload()
    assert.equal(await field('SKU').inputValue(), 'FB')
    const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
    await page.getByLabel('Choose images').setInputFiles([...files, drawing])
    await page.getByText('Not added: drawing.svg.').waitFor()
    assert.equal(await droppedBeside(page), true)
    await page.getByRole('list', { name: 'Images that are not saved yet' }).getByText('two.png').waitFor()
    await press('Create the product')
    await page.getByRole('heading', { level: 1, name: 'Flange bolt' }).waitFor()
    await page.getByText('The product is waiting for approval').waitFor()
    // The page of the product still says what the response to its creation has said.
    await page.getByText('Has a wrong check digit; compare all digits.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Edit Image 2' }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    const product = await read(id)
    assert.equal(product.status, 'PENDING_APPROVAL')
    assert.deepEqual(
      [product.variants[0].vendorPrice, product.variants[0].stockOnHand, product.images.length],
      ['2.50', 40, 2]
    )
    assert.deepEqual(await faultsOf(page), [])
    noProblems()
  })

  test('describes, orders and removes images, by keyboard too', async () => {
    const id = page.url().split('/').at(-1) ?? ''
    for (const [number, alt] of [
      [1, 'Head'],
      [2, 'Thread']
    ]) {
      await press(`Edit Image ${number}`)
      await page.getByRole('dialog').getByLabel('Alternative text').fill(String(alt))
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('list', { name: 'Images in their order' }).getByText(String(alt)).waitFor()
    }
    await page.getByRole('button', { name: 'Move Image 2 earlier' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('“Image 2” is now number 1 of 2.').waitFor({ state: 'attached' })
    await until(async () => (await imageNames(id)).join() === 'Thread,Head')
    const tiles = page.getByRole('list', { name: 'Images in their order' }).getByRole('listitem')
    await tiles.nth(1).dragTo(tiles.nth(0))
    await until(async () => (await imageNames(id)).join() === 'Head,Thread')
    await paste(page, picture('pasted.png', await png()))
    await tiles.nth(2).waitFor()
    await press('Remove Image 1')
    await until(async () => (await imageNames(id)).join() === 'Thread,')
    noProblems()
  })

  test('asks before the tab is closed while images are sent, also on another screen', async () => {
    const id = await newProduct('Ring bolt', { isLive: false })
    await open(id)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/vendor/products/${id}/images`, async (route) => {
      await released
      await route.continue()
    })
    await page.getByLabel('Choose images').setInputFiles([picture('one.png', await png())])
    await page.getByRole('list', { name: 'Images that are not saved yet' }).getByText('one.png').waitFor()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    const asks = () => page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    assert.equal(await asks(), true)
    release()
    await until(async () => !(await asks()))
    assert.equal((await imageNames(id)).length, 1)
    noProblems()
  })

  test('sends only what has changed, and shows what waits beside what is live', async () => {
    const id = await newProduct('Carriage bolt')
    await open(id)
    await field('Name').fill('Carriage bolt, zinc')
    await field('Brand').fill('Boltwell')
    await page.getByText('After approval: Name').waitFor()
    await page.getByText('At once: Brand').waitFor()
    await press('Save')
    const staged = page.getByRole('region', { name: 'Waiting for approval: Name' })
    await staged.getByText('Carriage bolt, zinc').waitFor()
    const product = await read(id)
    assert.deepEqual([product.name, product.brand], ['Carriage bolt', 'Boltwell'])
    assert.deepEqual(product.pendingRevision, { name: 'Carriage bolt, zinc' })
    await staged.getByRole('button', { name: 'Withdraw' }).click()
    await press('Withdraw the edits')
    await staged.waitFor({ state: 'detached' })
    assert.equal((await read(id)).pendingRevision, null)
    assert.equal(await field('Name').inputValue(), 'Carriage bolt')
    noProblems()
  })

  test('shows why a field was rejected at the field, and takes its text back for a correction', async () => {
    const id = await newProduct('Lag screw')
    await change(id, { name: 'The BEST lag screw' })
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    const reasons = [{ pointer: '/pendingRevision/name', text: 'No advertising in names.' }]
    const fields = { name: { decision: 'REJECT', reasons } }
    await call(`POST /platform/products/${id}/revision/decide`, operator, { version, fields })
    await open(id)
    await page.getByText('Your edit to name was rejected').waitFor()
    await press('Correct the rejected text')
    assert.equal(await field('Name').inputValue(), 'The BEST lag screw')
    await field('Name').fill('Lag screw, hot-dip galvanized')
    await press('Save')
    await page.getByRole('region', { name: 'Waiting for approval: Name' }).waitFor()
    assert.equal(await page.getByText('No advertising in names.').count(), 0)
    noProblems()
  })

  test('submits a rejected product again', async () => {
    const id = await newProduct('Toggle bolt', { isLive: false })
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    const reasons = [{ pointer: '/variants/0/upc', text: 'The UPC is missing.' }]
    await call(`POST /platform/products/${id}/reject`, operator, { version, reasons })
    await open(id)
    await page.getByText('UPC of variant Toggle bolt-1:').first().waitFor()
    await typeInto(0, 'upc', '036000291452')
    await press('Submit again')
    await page.getByText('Save or discard your changes first').waitFor()
    await press('Save')
    await saved('Toggle bolt')
    await press('Submit again')
    await page.getByText('The product is waiting for approval').waitFor()
    assert.equal((await read(id)).variants[0].upc, '036000291452')
    noProblems()
  })

  test('keeps what was typed while others change the product, and asks about the same field', async () => {
    const id = await newProduct('Eye bolt', { isLive: false })
    await open(id)
    await field('Brand').fill('Mine')
    await typeInto(0, 'stock', '7')
    await change(id, { warranty: 'Five years' })
    await press('Save')
    await saved('Eye bolt')
    assert.equal(await field('Warranty').inputValue(), 'Five years')
    await field('Brand').fill('Mine again')
    await change(id, { brand: 'Theirs' })
    await press('Save')
    await page.getByText('You both changed: Brand.').waitFor()
    assert.equal(await field('Brand').inputValue(), 'Mine again')
    await press('Keep my values')
    await press('Save')
    await until(async () => (await read(id)).brand === 'Mine again')
    assert.equal((await read(id)).variants[0].stockOnHand, 7)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Mine again').waitFor()
    noProblems()
  })

  test('edits variants by keyboard and paste, and takes what was typed back', async () => {
    const id = await newProduct('Wing nut', { isLive: false })
    await change(id, { variants: [{ sku: 'WN-2', name: 'Pair', vendorPrice: 7 }] })
    await open(id)
    await cell(0, 'cost').click()
    await page.keyboard.type('5.5')
    await page.keyboard.press('Tab')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await cell(1, 'stock').and(page.locator(':focus')).waitFor()
    await cell(0, 'cost').click()
    await page.keyboard.press('Delete')
    await cell(0, 'cost').getByText('$4.00').waitFor()
    await pasteText(page, '4.25\t13\n7.25\t14')
    await cell(1, 'cost').getByText('7.25').waitFor()
    await press('Add a variant')
    await cell(2, 'sku').and(page.locator(':focus')).waitFor()
    for (const text of ['WN-3', 'Dozen', '30']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await press('Save')
    await saved('Wing nut')
    const variants = (await read(id)).variants.map((one: Record<string, unknown>) => [
      one.sku,
      one.vendorPrice,
      one.stockOnHand
    ])
    assert.deepEqual(variants, [
      ['Wing nut-1', '4.25', 13],
      ['WN-2', '7.25', 14],
      ['WN-3', '30.00', 0]
    ])
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [])
    noProblems()
  })

  test('adds a variant for each row that is pasted below the last one', async () => {
    const id = await newProduct('Acorn nut', { isLive: false })
    await open(id)
    await cell(0, 'sku').waitFor()
    await page.getByRole('textbox', { name: 'Brand' }).focus()
    await page.keyboard.press('Tab')
    await cell(0, 'sku').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.locator('[data-header="0"]:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    await pasteText(page, 'AN-4\tM4\t$1.25\t40\nAN-5\tM5\t$1.75\t50\nAN-6\tM6\t2.00\t\n\t\t\t\n')
    await cell(2, 'sku').getByText('AN-6').waitFor()
    assert.equal(await cell(3, 'sku').count(), 0)
    await press('Save')
    await saved('Acorn nut')
    const variants = (await read(id)).variants.map((one: Record<string, unknown>) => [
      ...[one.sku, one.name, one.vendorPrice, one.stockOnHand]
    ])
    assert.deepEqual(variants, [
      ['AN-4', 'M4', '1.25', 40],
      ['AN-5', 'M5', '1.75', 50],
      ['AN-6', 'M6', '2.00', 0]
    ])
    noProblems()
  })

  test('writes a description with formatting, and loses nothing of what the editor cannot show', async () => {
    const id = await newProduct('Cap nut', { isLive: false })
    await change(id, { description: '<p>Closed <b>top</b>.</p><ul><li>M6</li></ul>' })
    await open(id)
    const editor = page.locator('[data-field="description"][contenteditable]')
    await editor.getByText('Closed').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('New: ')
    await page.keyboard.press('Control+End')
    // The browser reports a new selection later than a key that is pressed at once.
    await page.getByRole('button', { name: 'Bulleted list', pressed: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('M8 ')
    await page.getByRole('button', { name: 'Italic' }).click()
    await page.keyboard.type('soon')
    await pasteText(page, ' ', wordHtml)
    await editor.getByText('Grade 8').waitFor()
    await press('Save')
    await saved('Cap nut')
    const { description } = await read(id)
    assert.match(description, /^<p>New: Closed <b>top<\/b>\.<\/p><ul><li>M6<\/li><li>M8 <em>soon<\/em>/)
    assert.match(description, /Grade 8/)
    assert.doesNotMatch(description, /style|class|script|mso|javascript|<o:p|<img/i)
    const mode = (name: string) => page.getByRole('radio', { name, exact: true })
    await page.getByText('HTML', { exact: true }).click()
    const source = page.getByRole('textbox', { name: 'Description', exact: true })
    for (const html of shownByEditor) {
      await source.fill(html)
      assert.equal(await mode('Editor').isEnabled(), true, html)
    }
    for (const html of onlyHtml) {
      await source.fill(html)
      assert.equal(await mode('Editor').isDisabled(), true, html)
    }
    const table = '<table><tbody><tr><td>M6</td></tr></tbody></table>'
    await source.fill(table)
    await press('Save')
    await until(async () => (await read(id)).description === table)
    await page.reload()
    await page.getByText("It has elements that the editor can't show").waitFor()
    assert.equal(await source.inputValue(), table)
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [])
    noProblems()
  })

  test('removes a variant and deletes the product after a question', async () => {
    const id = await newProduct('Hook bolt')
    await change(id, { variants: [{ sku: 'HB-2', name: 'Pair', vendorPrice: 7 }] })
    await open(id)
    await press('Remove “HB-2”')
    await press('Remove the variant')
    await cell(1, 'sku').waitFor({ state: 'detached' })
    assert.equal((await read(id)).variants.length, 1)
    await press('Delete')
    await press('Delete the product')
    await page.waitForURL('**/vendor/products')
    assert.equal((await service.t.call(`GET /vendor/products/${id}`, { as: vendor })).status, 404)
    noProblems()
  })

  test('shows a viewer no control that would be refused', async () => {
    const id = await newProduct('U-bolt')
    const viewer = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await signIn(viewer, 'viewer@harbor.test', `/vendor/products/${id}`)
    const name = viewer.getByRole('textbox', { name: 'Name', exact: true })
    await name.waitFor()
    assert.ok(await name.getAttribute('readonly').then((value) => value !== null))
    const buttons = await viewer.getByRole('main').getByRole('button').allTextContents()
    assert.deepEqual(
      buttons.filter((text) => !/Show|Hide|attribute|^Add$|^\d*$/.test(text)),
      []
    )
    await viewer.context().close()
    noProblems()
  })
})

function picture(name: string, bytes: Uint8Array) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

/** Pastes a file as people do after they have copied an image. */
async function paste(page: Page, { name, mimeType, buffer }: ReturnType<typeof picture>): Promise<void> {
  const values = JSON.stringify({ name, mimeType, base64: buffer.toString('base64') })
  await page.evaluate(`(() => {
    const { name, mimeType, base64 } = ${values}
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.fromBase64?.(base64) ??
      Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type: mimeType }))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}

/** What Word puts on the clipboard, with things that would run code or load something. */
const wordHtml = `<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->
  <p class="MsoNormal" style="mso-list:l0"><b style="font-weight:normal"><span style="color:red">Grade 8</span></b><o:p></o:p>
  <a href="javascript:alert(1)">link</a><img src="https://elsewhere.test/x.png" onerror="alert(1)"></p>
  <script>alert(1)</script><!--EndFragment--></body></html>`

const shownByEditor = [
  'Text without elements & with a line\nbreak',
  'Text <b>and</b> <i><u>more</u></i><br>of it',
  '<h2>Title</h2><p>a&nbsp;b</p><pre>x\n  y</pre><hr><blockquote><p>One</p><p>Two</p></blockquote>',
  '<ul><li></li><li> One </li></ul>',
  '<ol start="3" type="a"><li>One<ul><li><p>Two</p></li></ul></li></ol>',
  '<p>A <a href="https://example.com/" title="x" rel="noopener nofollow">link</a>, <s>s</s> <del>d</del> H<sub>2</sub>O</p>'
]
const onlyHtml = [
  '<table><tbody><tr><td>1</td></tr></tbody></table>',
  '<p>An image: <img src="https://example.com/a.png" alt=""></p>',
  '<p lang="de">Schraube</p>',
  '<dl><dt>Size</dt><dd>M6</dd></dl>',
  '<div><p>In a box</p></div>',
  '<p>A <mark>word</mark></p>',
  '<pre>with <b>bold</b></pre>'
]

/** Pastes a text, and HTML if there is any, into the element that has the focus. */
async function pasteText(page: Page, text: string, html?: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    if (${html !== undefined}) clipboardData.setData('text/html', ${JSON.stringify(html ?? '')})
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    )
  })()`)
}

/** Drops a file outside of the boxes for files. Returns true if the browser doesn't open it. */
function droppedBeside(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'beside.png', { type: 'image/png' }))
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    return !document.querySelector('h1').dispatchEvent(event)
  })()`)
}
