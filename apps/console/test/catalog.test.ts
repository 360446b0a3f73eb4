import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { preparedItem, queueImport, workOn } from '../../api/test/imports.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'
/** The indexes of the columns. */
const [name, cost, stock] = [0, 3, 5]
/** The height of a row in pixels. */
const rowHeight = 44

describe('the catalog', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let token: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    token = await accessToken(service.t, owner)
    await addProducts(600)
    page = await service.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write']
    })
    page.setDefaultTimeout(20_000)
    await signIn(page, owner, '/vendor/products')
  })
  after(() => service.stop())

  const api = async (request: string, body?: object) => {
    const answer = await service.t.call(request, { as: token, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  /** Adds products with a cost of 10.00 and a stock of 5, whose names have numbers. */
  async function addProducts(count: number): Promise<void> {
    const { vendor } = await api('GET /auth/me')
    const items = Array.from({ length: count }, (_, index) =>
      preparedItem({ sku: `PASTE-${index}`, name: `Paste ${index}`, vendorPrice: '10', stock: 5 })
    )
    await queueImport(service.t.sql, vendor, items)
    await workOn(service.t, service.t.app.deps.sql, 1000)
  }
  const find = async (sku: string) => (await api(`GET /vendor/products?view=row&sku=${sku}`)).products[0]
  const openCatalog = async (query = '') => {
    await page.goto(`/vendor/products${query}`)
    await cell(0, name).getByRole('link').waitFor()
  }
  const cell = (row: number, column: number) =>
    page.locator(`[data-row="${row}"] > [data-column="${column}"]`)
  const untilTrue = (expression: string) => until(() => page.evaluate<boolean>(expression))
  const focused = (row: number, column: number) =>
    untilTrue(`document.activeElement.matches('[data-row="${row}"] > [data-column="${column}"]')`)
  const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
  const dialog = () => page.getByRole('dialog')
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
  }
  /** Previews and applies the changes. */
  async function apply(count: string): Promise<void> {
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByText(/rows? will change$/)
      .waitFor()
    await dialog()
      .getByRole('button', { name: `Apply ${count}` })
      .click()
    await dialog().waitFor({ state: 'detached' })
  }

  test('costs and stocks are changed by keyboard, and nothing is sent before the preview', async () => {
    await openCatalog('?search=Paste')
    const sku = (await page.locator('[data-row="0"] > [data-column="1"]').textContent()) ?? ''
    await cell(0, cost).click()
    await page.keyboard.type('12.5')
    await keys('Tab')
    await focused(0, stock)
    await keys('F2')
    await page.keyboard.type('oops')
    await keys('Enter')
    await focused(1, stock)
    assert.match((await cell(0, stock).textContent()) ?? '', /Enter a number/)
    assert.equal((await find(sku)).vendorPrice, '10.00')
    await keys('ArrowUp', 'Enter')
    await page.keyboard.type('42')
    await keys('Enter')
    await bar().getByText('2 changes in 1 product').waitFor()
    await keys('Control+z', 'Control+z')
    await bar().getByText('1 change in 1 product').waitFor()
    await cell(0, stock).dblclick()
    await page.keyboard.type('41')
    await keys('Enter')
    await apply('2 changes')
    await cell(0, cost).getByText('$12.50').waitFor()
    const { vendorPrice, stockOnHand } = await find(sku)
    assert.deepEqual([vendorPrice, stockOnHand], ['12.50', 41])
  })

  test('500 costs are pasted, previewed and undone, survive a reload, and are applied at once', async () => {
    await openCatalog('?search=Paste')
    const before = await Promise.all([1, 500].map((row) => skuOf(row)))
    const costs = Array.from({ length: 500 }, (_, index) => `$${20 + index}.25`).join('\r\n')
    const pasteCosts = async () => {
      await cell(1, cost).click()
      await paste(costs)
      await bar().getByText('500 changes in 500 products').waitFor()
      await cell(2, cost).getByText('21.25').waitFor()
    }
    await pasteCosts()
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog().getByText('500 rows will change').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await bar().getByRole('button', { name: 'Undo' }).click()
    await bar().waitFor({ state: 'detached' })
    await cell(2, cost).getByText('$10.00').waitFor()
    await pasteCosts()
    // The tab asks before it is closed; here, the changes are stored and the person goes on.
    page.once('dialog', (question) => void question.accept())
    await untilTrue("Object.keys(sessionStorage).some((key) => key.startsWith('purveyor-draft catalog '))")
    await page.reload()
    await bar().getByText('500 changes in 500 products').waitFor()
    await apply('500 changes')
    await bar().waitFor({ state: 'detached' })
    const [first, last] = await Promise.all(before.map(find))
    assert.deepEqual([first.vendorPrice, last.vendorPrice], ['20.25', '519.25'])
  })

  test('cells are pasted into rows that are not read yet, and those beyond the last row are counted', async () => {
    await openCatalog('?search=Paste')
    await cell(0, stock).click()
    await paste(Array.from({ length: 700 }, () => '8').join('\n'))
    await bar().getByText('600 changes in 600 products').waitFor()
    await page.getByText('100 cells beyond the last product were left out.').waitFor()
    await bar().getByRole('button', { name: 'Discard' }).click()
  })

  /** Returns the SKU in a row, which is scrolled to. */
  async function skuOf(row: number): Promise<string> {
    const { products } = await api('GET /vendor/products?view=row&first=500&search=Paste')
    if (products[row]) return products[row].sku
    const { endCursor } = (await api('GET /vendor/products?view=row&first=500&search=Paste')).pageInfo
    const next = await api(`GET /vendor/products?view=row&first=500&search=Paste&after=${endCursor}`)
    return next.products[row - 500].sku
  }

  test('a value that someone else has changed is shown, and replaced only on request', async () => {
    await openCatalog('?sku=PASTE-7')
    const { id, vendorPrice } = await find('PASTE-7')
    await cell(0, stock).click()
    await page.keyboard.type('9')
    await keys('Enter')
    await cell(0, cost).click()
    await page.keyboard.type('99')
    await keys('Enter')
    await api('POST /vendor/products/bulk-update', {
      items: [{ product_id: id, vendor_price: 77, amount: 6 }]
    })
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByText(/changed the stock from 5 to 6/)
      .waitFor()
    await dialog()
      .getByText(new RegExp(`changed the cost from ${vendorPrice} to 77.00`))
      .waitFor()
    await dialog().getByRole('button', { name: 'Apply 2 changes' }).click()
    await dialog().waitFor({ state: 'detached' })
    const changed = await find('PASTE-7')
    assert.deepEqual([changed.vendorPrice, changed.stockOnHand], ['99.00', 9])
  })

  test('what is edited while changes are sent stays, also if the screen is left in the meantime', async () => {
    await openCatalog('?sku=PASTE-8')
    await cell(0, stock).click()
    await page.keyboard.type('21')
    await keys('Enter')
    let send: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog().getByText('1 row will change').waitFor()
    await page.route('**/bulk-update', async (route) => {
      await held
      await route.continue()
    })
    await dialog().getByRole('button', { name: 'Apply 1 change' }).click()
    await keys('Escape')
    await dialog().waitFor({ state: 'detached' })
    assert.equal(await bar().getByRole('button', { name: 'Preview' }).isDisabled(), true)
    await cell(0, stock).click()
    await page.keyboard.type('22')
    await keys('Enter')
    await cell(0, cost).click()
    await page.keyboard.type('23')
    await keys('Enter')
    await page
      .getByRole('link', { name: /^Orders/ })
      .first()
      .click()
    send()
    await page.getByText('1 row was changed.').waitFor()
    await page.unroute('**/bulk-update')
    await page.goBack()
    await bar().getByText('2 changes in 1 product').waitFor()
    await apply('2 changes')
    const { vendorPrice, stockOnHand } = await find('PASTE-8')
    assert.deepEqual([vendorPrice, stockOnHand], ['23.00', 22])
  })

  test('variants are edited below their product', async () => {
    await openCatalog('?search=Boltwell+Hex+Bolt')
    await cell(0, name)
      .getByRole('button', { name: /variants of/ })
      .click()
    await cell(0, name).getByRole('button', { expanded: true }).waitFor()
    await cell(1, cost).click()
    const sku = (await cell(1, 1).textContent()) ?? ''
    await page.keyboard.type('3.21')
    await keys('Enter')
    await cell(0, cost).getByText('1 changed').waitFor()
    // Changes are taken back one by one: with Delete, and in the preview.
    await cell(1, stock).click()
    await page.keyboard.type('99')
    await keys('Enter', 'ArrowUp', 'Delete')
    await cell(2, cost).click()
    await page.keyboard.type('4.56')
    await keys('Enter')
    await bar().getByText('2 changes in 1 product').waitFor()
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByRole('button', { name: /^Undo the change: Cost/ })
      .last()
      .click()
    await bar().getByText('1 change in 1 product').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await apply('1 change')
    await cell(1, cost).getByText('$3.21').waitFor()
    const { products } = await api(`GET /vendor/products?sku=${sku}`)
    const variant = products[0].variants.find((one: { sku: string }) => one.sku === sku)
    assert.equal(variant.vendorPrice, '3.21')

    await cell(1, cost).click()
    await page.keyboard.type('4')
    await keys('Enter')
    await api(`PATCH /vendor/products/${products[0].id}`, {
      variants: [{ id: variant.id, vendorPrice: '5.55' }]
    })
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByText(/changed the cost from 3.21 to 5.55/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await bar().getByRole('button', { name: 'Discard' }).click()
  })

  test('all products that match are selected, also those that are not in view', async () => {
    await openCatalog('?search=Paste')
    await cell(0, cost).click()
    await keys('Control+a')
    const selection = page.getByRole('region', { name: 'Selection' })
    await selection.getByText('600 selected').waitFor()
    await cell(1, cost).click()
    await keys('Space')
    await selection.getByText('599 selected').waitFor()
    await selection.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Set the stock' }).click()
    await dialog().getByRole('textbox').fill('30')
    await keys('Enter')
    await bar().getByText('599 changes in 599 products').waitFor()
    await bar().getByRole('button', { name: 'Discard' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      selection.getByRole('button', { name: 'Export' }).click()
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 600)
    assert.match(lines[0] ?? '', /^Product,SKU,Status,Cost/)
    await selection.getByRole('button', { name: 'Clear the selection' }).click()
    await selection.waitFor({ state: 'detached' })
  })

  test('a second share counts from the new cost, and what is applied on another screen is no longer unsent', async () => {
    await openCatalog('?sku=PASTE-9')
    const before = Number((await find('PASTE-9')).vendorPrice)
    await cell(0, cost).click()
    await keys('Space')
    const double = async () => {
      const selection = page.getByRole('region', { name: 'Selection' })
      await selection.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Change the cost by percent' }).click()
      await dialog().getByRole('textbox').fill('100')
      await keys('Enter')
      await bar().getByText('1 change in 1 product').waitFor()
      await dialog().waitFor({ state: 'detached' })
    }
    await double()
    await apply('1 change')
    await double()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/vendor/products/bulk-update', async (route) => {
      if (!route.request().postDataJSON().dry_run) await released
      await route.continue()
    })
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog().getByRole('button', { name: 'Apply 1 change' }).click()
    await keys('Escape')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    release()
    await until(async () => Number((await find('PASTE-9')).vendorPrice) === before * 4)
    await page.getByText('1 row was changed.').last().waitFor()
    await page.getByRole('link', { name: 'Catalog' }).click()
    await cell(0, name).getByRole('link').waitFor()
    assert.equal(await bar().count(), 0)
    await page.unroute('**/vendor/products/bulk-update')
  })

  test('list prices are pasted beside costs, and removed; what others have changed is shown first', async () => {
    const list = cost + 1
    const choose = async () => {
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('checkbox', { name: 'List price' }).click()
      await keys('Escape')
    }
    await openCatalog('?search=Paste')
    await choose()
    const [first, second] = await Promise.all([1, 2].map((row) => skuOf(row)))
    await cell(1, cost).click()
    await paste('7.00\t19.95\r\n8.00\t\r\n')
    await bar().getByText('3 changes in 2 products').waitFor()
    await keys('Control+z')
    await bar().waitFor({ state: 'detached' })
    await paste('7.00\t19.95\r\n8.00\t$1,000')
    await bar().getByText('4 changes in 2 products').waitFor()
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByRole('row', { name: /List price none \$19\.95/ })
      .waitFor()
    await dialog().getByRole('button', { name: 'Apply 4 changes' }).click()
    await dialog().waitFor({ state: 'detached' })
    await cell(1, list).getByText('$19.95').waitFor()
    const prices = async (sku = '') => {
      const { vendorPrice, listPrice } = await find(sku)
      return [vendorPrice, listPrice]
    }
    assert.deepEqual(await prices(first), ['7.00', '19.95'])
    assert.deepEqual(await prices(second), ['8.00', '1000.00'])

    await cell(1, list).click()
    await page.keyboard.type('cheap')
    await keys('Enter')
    await cell(1, list).getByText('Enter a number.').waitFor({ state: 'attached' })
    await cell(1, list).click()
    await keys('F2', 'Control+a', 'Delete', 'Enter')
    await bar().getByText('1 change in 1 product').waitFor()
    await api('POST /vendor/products/bulk-update', { items: [{ code: first, list_price: 25 }] })
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByText('Someone else changed the list price from 19.95 to 25.00', { exact: false })
      .waitFor()
    await dialog().getByRole('button', { name: 'Apply 1 change' }).click()
    await dialog().waitFor({ state: 'detached' })
    assert.deepEqual(await prices(first), ['7.00', null])
    await choose()
  })

  test('products are deactivated and submitted again together', async () => {
    await openCatalog('?status=DRAFT')
    const { products } = await api('GET /vendor/products?status=DRAFT')
    await cell(0, cost).click()
    await keys('Control+a')
    const act = async (item: string, submit: string) => {
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await dialog().getByRole('button', { name: submit }).click()
      await dialog().waitFor({ state: 'detached' })
    }
    await act('Deactivate all variants', 'Deactivate')
    const hidden = await api(`GET /vendor/products/${products[0].id}`)
    assert.ok(hidden.variants.every(({ isActive }: { isActive: boolean }) => !isActive))
    await act('Submit again', 'Submit again')
    await until(async () => (await api('GET /vendor/products?status=DRAFT')).products.length === 0)
  })

  test('the last rows are read from the end, and keep the focus', async () => {
    await openCatalog()
    await cell(0, cost).click()
    await keys('Control+End')
    await untilTrue("Boolean(document.activeElement.parentElement?.querySelector('a'))")
    const row = await page.evaluate('Number(document.activeElement.parentElement.dataset.row)')
    const { products } = await api('GET /vendor/products?view=row&last=1')
    assert.match(
      (await cell(Number(row), name).textContent()) ?? '',
      new RegExp(products[0].name.slice(0, 20))
    )
    await keys('Control+Home')
    await focused(0, 0)
  })

  test('an element that showed one row and then shows another has nothing of the first one', async () => {
    await openCatalog('?search=Paste')
    const { products } = await api('GET /vendor/products?view=row&search=Paste&first=100')
    /** Returns the indexes and the names of the rows in the page, in the order in which they are read out. */
    const shown = () =>
      page.evaluate<[index: number, name: string, rowIndex: number][]>(
        `[...document.querySelectorAll('[data-row]')].map((row) =>
          [Number(row.dataset.row), row.querySelector('a')?.textContent, Number(row.ariaRowIndex)])`
      )
    const isRight = async () => {
      const rows = await shown()
      const order = rows.map(([index]) => index)
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one - other)
      )
      for (const [index, text, rowIndex] of rows) {
        assert.equal(rowIndex, index + 2)
        if (index < products.length) assert.equal(text, products[index].name)
      }
    }
    const scrollTo = async (row: number) => {
      // The browser may still be scrolling because of a key, so the position is set until it stays.
      await untilTrue(`document.querySelector('[role=grid]').scrollTop = ${row * rowHeight},
        document.querySelector('[data-row="${row}"] a') !== null`)
    }
    // The row whose checkbox has the focus is not the row of the keyboard.
    await cell(0, cost).click()
    const checkbox = page.locator('[data-row="3"] input')
    await checkbox.click()
    await checkbox.click()
    await page.evaluate(`for (const row of document.querySelectorAll('[data-row]')) {
      row.wasShown = true
      for (const image of row.querySelectorAll('img')) image.shown = image.src
    }`)
    await scrollTo(60)
    await isRight()
    assert.ok(
      await page.evaluate("[...document.querySelectorAll('[data-row]')].some((row) => row.wasShown)"),
      'the elements are used again'
    )
    assert.equal(
      await page.evaluate(
        "[...document.querySelectorAll('img')].every(({ shown, src }) => [undefined, src].includes(shown))"
      ),
      true
    )
    assert.equal(await page.evaluate('document.activeElement === document.body'), true)
    await keys(' ')
    assert.equal(await page.locator('[role=row][aria-selected=true]').count(), 0)
    for (const row of [40, 62, 61, 0, 30]) {
      await scrollTo(row)
      await isRight()
    }
    await scrollTo(0)
    await cell(0, cost).click()
    await keys('PageDown', 'PageDown', 'PageDown')
    await untilTrue('Number(document.activeElement.parentElement.dataset.row) > 40')
    await isRight()
    await keys('PageUp', 'PageUp', 'PageUp')
    await focused(0, cost)
    await isRight()
    // The next cell gets the focus also if the row of the keyboard is not in view.
    await scrollTo(60)
    await page.evaluate('document.activeElement.parentElement.hadFocus = true')
    await keys('ArrowDown')
    await focused(1, cost)
    assert.equal(await page.evaluate('document.activeElement.parentElement.hadFocus === true'), false)
    await isRight()
  })

  test('the images of rows that only pass while the grid scrolls are not loaded', async () => {
    const other = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await other.clock.install()
    await signIn(other, owner, '/vendor/products')
    await other.route('**/vendor/products?*view=row*', async (route) => {
      const response = await route.fetch()
      const page = await response.json()
      const products = page.products.map((product: { sku: string }) => ({
        ...product,
        imageUrl: `${service.url}/assets/${product.sku}.svg`
      }))
      await route.fulfill({ response, json: { ...page, products } })
    })
    const loaded: string[] = []
    await other.route('**/assets/*.svg', async (route) => {
      loaded.push(route.request().url())
      await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await other.goto('/vendor/products?search=Paste')
    const row = (index: number) => other.locator(`[data-row="${index}"]`)
    await row(0).locator('img').waitFor()
    await other.clock.pauseAt(Date.now() + 60_000)
    for (const index of [100, 300]) {
      await other.evaluate(`document.querySelector('[role=grid]').scrollTop = ${index * rowHeight}`)
      await row(index).getByRole('link').waitFor()
      assert.equal(await row(index).locator('img').count(), 0)
    }
    await other.clock.runFor(1000)
    await row(300).locator('img').waitFor()
    const { products } = await api('GET /vendor/products?view=row&search=Paste&first=400')
    await until(async () => loaded.some((url) => url.endsWith(`/${products[300].sku}.svg`)))
    assert.ok(!loaded.some((url) => url.endsWith(`/${products[100].sku}.svg`)))
    // A response that is still being read would be an unhandled error after the page is closed.
    await other.unrouteAll({ behavior: 'wait' })
    await other.context().close()
  })

  test('products are sorted by a column, and those with several variants show their lowest cost', async () => {
    await openCatalog('?search=Boltwell')
    const header = page.getByRole('columnheader', { name: 'Stock' })
    await header.click()
    await page.waitForURL(/sort=stock/)
    await header.click()
    await page.waitForURL(/sort=-stock/)
    const { products } = await api('GET /vendor/products?view=row&search=Boltwell&sort=-stock')
    await cell(0, name).getByText(products[0].name).waitFor()
    for (const [row, { name: shown, variantCount, vendorPriceMin, vendorPriceMax }] of products
      .slice(0, 8)
      .entries()) {
      assert.equal(await cell(row, name).getByRole('link').textContent(), shown)
      const isRange = variantCount > 1 && vendorPriceMin !== vendorPriceMax
      assert.equal((await cell(row, cost).textContent())?.startsWith('from '), isRange, shown)
    }
    await header.click()
    await page.waitForURL((url) => !url.searchParams.has('sort'))
  })

  test('filters and columns are remembered', async () => {
    await openCatalog()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Hidden' }).click()
    await page.waitForURL(/status=HIDDEN/)
    const columns = page.getByRole('button', { name: 'Columns', exact: true })
    assert.equal(await columns.textContent(), 'Columns')
    await page.setViewportSize({ width: 360, height: 780 })
    await columns.filter({ hasNotText: 'Columns' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await columns.click()
    await page.getByRole('checkbox', { name: 'Available' }).uncheck()
    await keys('Escape')
    await page.goto('/vendor/products?search=no+such+product')
    await page.getByRole('heading', { name: 'No products match' }).waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByRole('columnheader', { name: 'Cost' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Available' }).count(), 0)
    assert.equal(new URL(page.url()).search, '')
  })

  test('the catalog is accessible, also with changes', async () => {
    await openCatalog('?search=Boltwell')
    await cell(0, cost).click()
    await page.keyboard.type('abc')
    await keys('Enter', 'Space')
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [])
    await bar().getByRole('button', { name: 'Preview' }).click()
    await dialog()
      .getByText(/rows? will change$/)
      .waitFor()
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await keys('Escape')
    await bar().getByRole('button', { name: 'Discard' }).click()
  })

  test('a viewer reads the catalog, and sees nothing that would be refused', async () => {
    const other = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await signIn(other, 'viewer@harbor.test', '/vendor/products')
    await other.getByRole('grid').getByRole('link').first().waitFor()
    await other.locator('[data-row="0"] > [data-column="3"]').click()
    await other.keyboard.press('Enter')
    await other.keyboard.type('5')
    assert.equal(await other.locator('[data-row] input:not([type=checkbox])').count(), 0)
    await other.keyboard.press('Control+a')
    await other.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).waitFor()
    assert.equal(await other.getByRole('button', { name: 'Actions' }).count(), 0)
    assert.equal(await other.getByRole('link', { name: 'New product' }).count(), 0)
    await other.context().close()
  })

  test('nothing was refused by the content security policy, and no script failed', () => {
    assert.deepEqual(service.problems, [])
  })
})
