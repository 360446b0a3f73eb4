import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestVendor } from '../../api/test/app.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { preparedItem, queueImport, runWorkers } from '../../api/test/imports.ts'
import { insertLive, type LiveProduct } from '../../api/test/live-products.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

describe('change sets in the review queue', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let token: string
  let vendor: Pick<TestVendor, 'id'>
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    token = await accessToken(service.t, 'owner@summit.test')
    const { body } = await service.t.call('GET /auth/me', { as: token })
    vendor = { id: body.vendor.id }
  })
  after(() => service.stop())
  beforeEach(() => service.t.sql`delete from watched_changes where vendor_id = ${vendor.id}`)

  /** Sets the prices of new products to 20 in one upload, whose file has this name. */
  async function upload(count: number, fileName: string): Promise<LiveProduct[]> {
    const { t } = service
    const products = await insertLive(t, vendor, count)
    const items = products.map(({ sku }) => preparedItem({ sku, name: 'Washer', vendorPrice: '20' }))
    const job = await queueImport(t.sql, vendor, items, { chunkSize: 200, onExisting: 'update' })
    await t.sql`update import_jobs set file_name = ${fileName} where id = ${job}`
    await runWorkers(t, 1, 200)
    return products
  }

  async function reprice(products: LiveProduct[], price: number): Promise<void> {
    const items = products.map(({ id }) => ({ product_id: id, vendor_price: price }))
    const answer = await service.t.call('POST /vendor/products/bulk-update', { as: token, body: { items } })
    assert.equal(answer.status, 200, answer.text)
  }

  async function openQueue(): Promise<Page> {
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, 'moderator@purveyor.test', `/operator/queue?kind=CHANGE&vendorId=${vendor.id}`)
    return page
  }

  const waiting = async () => {
    const [row] = await service.t.sql<{ count: number }[]>`
      select count(*)::integer as count from watched_changes where is_waiting and vendor_id = ${vendor.id}`
    return row?.count
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

  test('two hundred price changes of an upload are one entry, which one key accepts', async () => {
    await upload(200, 'prices.csv')
    const bulk = await insertLive(service.t, vendor, 2)
    await reprice(bulk, 5)
    const page = await openQueue()
    await heading(page, '200 price changes from the upload “prices.csv”').waitFor()
    const list = page.getByRole('region', { name: 'Waiting entries' })
    assert.equal(await list.getByRole('listitem').count(), 2)
    await page.getByText('200 prices up, by up to 100%').waitFor()
    const table = page.getByRole('table', { name: 'Changes in the set' })
    await table.getByRole('row').nth(100).waitFor()
    await table.getByRole('row').nth(100).scrollIntoViewIfNeeded()
    await table.getByRole('row').nth(200).waitFor()
    await page.keyboard.press('j')
    await heading(page, '2 price changes from a bulk update').waitFor()
    await page.keyboard.press('k')
    await heading(page, '200 price changes').waitFor()
    await page.keyboard.press('x')
    assert.equal(await page.getByText('1 selected').count(), 0)
    await page.keyboard.press('a')
    await page.getByText('200 products accepted').waitFor()
    await heading(page, '2 price changes from a bulk update').waitFor()
    assert.equal(await waiting(), 2)
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('a price that changes while the set is open is not accepted', async () => {
    const products = await insertLive(service.t, vendor, 3)
    await reprice(products, 20)
    const page = await openQueue()
    await heading(page, '3 price changes from a bulk update').waitFor()
    const [first] = products as [LiveProduct]
    await service.t.sql`
      update watched_changes set version = version + 1, submitted_at = now() where product_id = ${first.id}`
    await page.getByRole('button', { name: 'Accept 3' }).click()
    await page.getByText('1 product has changed since. It is still waiting.').waitFor()
    await heading(page, '1 price change from a bulk update').waitFor()
    assert.equal(await waiting(), 1)
    await page.keyboard.press('a')
    await page.getByText('1 product accepted').waitFor()
    assert.equal(await waiting(), 0)
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('a product of the set is opened alone, with its decisions', async () => {
    await reprice(await insertLive(service.t, vendor, 2), 20)
    const page = await openQueue()
    await heading(page, '2 price changes from a bulk update').waitFor()
    await page.getByRole('link', { name: 'Washer' }).first().click()
    await heading(page, 'Washer').waitFor()
    await page.getByRole('button', { name: 'Hide' }).first().waitFor()
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })
})
