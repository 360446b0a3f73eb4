import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { preparedItem, queueImport, runWorkers } from '../../api/test/imports.ts'
import { insertLive, type LiveProduct } from '../../api/test/live-products.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { goTo, openEntry, openList, type Review, reviewPage, startReview } from './review.ts'

describe('the review queue', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let review: Review
  /** The queue of a moderator. The tests use it one after the other. */
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    review = await startReview(service)
    page = await reviewPage(service, 'moderator@purveyor.test')
  })
  after(() => service.stop())

  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  const list = () => page.getByRole('region', { name: 'Waiting entries' })
  const end = () => assert.deepEqual(service.problems, [])

  test('filters are in the address, and a shared address shows the same list', async () => {
    await page.getByText(/^Changes/).click()
    await page.waitForURL(/kind=CHANGE/)
    await page.getByText('3 entries').waitFor()
    assert.equal(await list().getByRole('listitem').count(), 3)
    await page.reload()
    await page.getByText('3 entries').waitFor()
    await goTo(page, '/operator/queue?claimed=none&isSample=true&kind=PRODUCT')
    await page.getByRole('heading', { name: 'No entries match the filters' }).waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await list().getByRole('listitem').first().waitFor()
    end()
  })

  test('thirty entries are decided by keyboard alone, with at most three keys each', async () => {
    const names = Array.from(
      { length: 30 },
      (_, index) => `Keyboard washer ${String(index + 1).padStart(2, '0')}`
    )
    const ids: string[] = []
    for (const name of names) ids.push(await review.newProduct(name))
    await openList(page, `vendorId=${review.vendorId}`)
    await list().getByText('Keyboard washer 01', { exact: true }).waitFor()
    await openEntry(page, 'PRODUCT', ids[0] ?? '', `&vendorId=${review.vendorId}`)
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    for (const [index, name] of names.entries()) {
      await heading(name).waitFor()
      if (index % 3 === 2) {
        await press('r')
        await press('1')
        await press('Enter')
      } else await press('a')
    }
    for (const [index, id] of ids.entries()) {
      const status = index % 3 === 2 ? 'DRAFT' : 'PUBLISHED'
      await until(async () => (await review.readAsVendor(id)).status === status)
      if (status === 'DRAFT') assert.equal((await review.readAsVendor(id)).moderation.reasons.length, 1)
    }
    assert.equal(keys, 50)
    end()
  })

  test('a key that is held down decides on one entry only', async () => {
    const [first, second] = [
      await review.newProduct('Held washer 1'),
      await review.newProduct('Held washer 2')
    ]
    await openList(page, `vendorId=${review.vendorId}`)
    await list().getByText('Held washer 2', { exact: true }).waitFor()
    await openEntry(page, 'PRODUCT', first, `&vendorId=${review.vendorId}`)
    for (let repeat = 0; repeat < 10; repeat++) await page.keyboard.down('a')
    await page.keyboard.up('a')
    await heading('Held washer 2').waitFor()
    await until(async () => (await review.readAsVendor(first)).status === 'PUBLISHED')
    assert.equal((await review.readAsVendor(second)).status, 'PENDING_APPROVAL')
  })

  test('an open entry is claimed, another moderator sees by whom, and can take it over', async () => {
    const id = await review.newRevision('Claimed washer', { name: 'Claimed washer, zinc' })
    const address = `/operator/queue?entry=REVISION.${id}`
    const one = await reviewPage(service, 'operator@purveyor.test', address)
    await one.getByRole('listitem').getByText('Claimed by you').first().waitFor()
    await openEntry(page, 'REVISION', id)
    await page.getByText('Olive Operator has claimed this entry').waitFor()
    await page.keyboard.press('a')
    assert.equal((await review.readAsVendor(id)).name, 'Claimed washer')
    await page.getByRole('button', { name: 'Take over' }).first().click()
    await page.getByText('has claimed this entry').waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await until(async () => (await review.readAsVendor(id)).name === 'Claimed washer, zinc')
    // The first moderator is told, and loses nothing but the entry.
    await one.getByRole('button', { name: 'Refresh the queue' }).click()
    await one.getByRole('heading', { name: 'This entry is no longer waiting' }).waitFor()
    end()
    await one.context().close()
  })

  test('a claim that is made while its entry is left ends too', async () => {
    const id = await review.newRevision('Hurried washer', { name: 'Hurried washer, zinc' })
    const claimed = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await page.route('**/platform/moderation/claims', async (route) => {
      if (!route.request().postData()?.includes(id)) return route.continue()
      const response = await route.fetch()
      claimed.resolve()
      await left.promise
      await route.fulfill({ response })
    })
    await openEntry(page, 'REVISION', id)
    await claimed.promise
    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('heading', { name: 'Waiting now' }).waitFor()
    left.resolve()
    await until(async () => (await review.claimsOf(id)).length === 0)
    await page.unrouteAll()
  })

  test('a decided entry leaves the list also when no entry is open any more', async () => {
    const id = await review.newProduct('Left behind washer')
    const decided = Promise.withResolvers<void>()
    await page.route(`**/platform/products/${id}/approve`, async (route) => {
      await decided.promise
      await route.continue()
    })
    // A message about an earlier decision stays while the pointer is on it, and would cover the button.
    await page.mouse.move(0, 0)
    await page.setViewportSize({ width: 360, height: 800 })
    await openEntry(page, 'PRODUCT', id, `&vendorId=${review.vendorId}&kind=PRODUCT`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    const row = page.getByRole('checkbox', { name: 'Select Left behind washer' })
    await row.waitFor()
    decided.resolve()
    await row.waitFor({ state: 'detached' })
    await page.unrouteAll()
    end()
  })

  test('in a narrow window, the list, the entry and the reasons of a rejection are steps', async () => {
    const id = await review.newProduct('Stepwise washer')
    await openList(page, `vendorId=${review.vendorId}&kind=PRODUCT`)
    await list().getByRole('link', { name: 'Stepwise washer' }).click()
    const decision = page.getByRole('region', { name: 'Decision' })
    const template = decision.getByRole('button', { name: 'The description does not match the product.' })
    const field = page.locator('section[data-field=name]')
    await field.waitFor()
    assert.equal(await template.count(), 0)
    await decision.getByRole('button', { name: 'Reject…' }).click()
    await template.click()
    assert.equal(await field.isVisible(), false)
    await page.goBack()
    await field.waitFor()
    await decision.getByRole('button', { name: 'Continue with the reasons' }).click()
    await decision.getByRole('button', { name: 'Back to the entry' }).click()
    await field.waitFor()
    await decision.getByRole('button', { name: 'Continue with the reasons' }).click()
    await decision.getByRole('button', { name: 'Reject with 1 reason' }).click()
    await until(async () => (await review.readAsVendor(id)).status === 'DRAFT')
    await page.setViewportSize({ width: 1440, height: 900 })
    end()
  })

  test('what was read stays on the screen when the vendor edits again', async () => {
    const id = await review.newRevision('Edited washer', { name: 'Edited washer, zinc' })
    await openEntry(page, 'REVISION', id)
    const difference = page.locator('[data-field=name]')
    await difference.getByText('zinc').first().waitFor()
    await review.edit(id, { name: 'Edited washer, brass' })
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await page.getByText('The vendor changed this entry').waitFor()
    assert.equal(await difference.getByText('brass').count(), 0)
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await difference.getByText('brass').first().waitFor()
    end()
  })

  describe('with change sets', () => {
    const vendor = () => ({ id: review.vendorId })

    /** Sets the prices of new products to 20 in one upload, whose file has this name. */
    async function upload(count: number, fileName: string): Promise<LiveProduct[]> {
      const { t } = service
      const products = await insertLive(t, vendor(), count)
      const items = products.map(({ sku }) => preparedItem({ sku, name: 'Washer', vendorPrice: '20' }))
      const job = await queueImport(t.sql, vendor(), items, { chunkSize: 200, onExisting: 'update' })
      await t.sql`update import_jobs set file_name = ${fileName} where id = ${job}`
      await runWorkers(t, 1, 200)
      return products
    }

    async function reprice(products: LiveProduct[], price: number): Promise<void> {
      const items = products.map(({ id }) => ({ product_id: id, vendor_price: price }))
      await review.call('POST /vendor/products/bulk-update', review.tokens.vendor, { items })
    }

    /** Shows what waits now, and opens a set. */
    async function openSet(name: string): Promise<void> {
      await openList(page, `kind=CHANGE&vendorId=${review.vendorId}`)
      await list().getByRole('link', { name }).click()
    }

    const waiting = async () => {
      const [row] = await service.t.sql<{ count: number }[]>`
        select count(*)::integer as count from watched_changes where is_waiting and vendor_id = ${review.vendorId}`
      return row?.count
    }

    test('two hundred price changes of an upload are one entry, which one key accepts', async () => {
      await service.t.sql`delete from watched_changes where vendor_id = ${review.vendorId}`
      await upload(200, 'prices.csv')
      await reprice(await insertLive(service.t, vendor(), 2), 5)
      await openSet('200 price changes')
      await heading('200 price changes from the upload “prices.csv”').waitFor()
      assert.equal(await list().getByRole('listitem').count(), 2)
      await page.getByText('200 prices up, by up to 100%').waitFor()
      const table = page.getByRole('table', { name: 'Changes in the set' })
      await table.getByRole('row').nth(100).waitFor()
      await table.getByRole('row').nth(100).scrollIntoViewIfNeeded()
      await table.getByRole('row').nth(200).waitFor()
      await page.keyboard.press('j')
      await heading('2 price changes from a bulk update').waitFor()
      await page.keyboard.press('k')
      await heading('200 price changes from the upload “prices.csv”').waitFor()
      await page.keyboard.press('x')
      assert.equal(await page.getByText('1 selected').count(), 0)
      await page.keyboard.press('a')
      await page.getByText('200 products accepted').waitFor()
      await heading('2 price changes from a bulk update').waitFor()
      assert.equal(await waiting(), 2)
      end()
    })

    test('a price that changes while the set is open is not accepted', async () => {
      await service.t.sql`delete from watched_changes where vendor_id = ${review.vendorId}`
      const products = await insertLive(service.t, vendor(), 3)
      await reprice(products, 20)
      await openSet('3 price changes')
      await heading('3 price changes from a bulk update').waitFor()
      const [first] = products as [LiveProduct]
      await service.t.sql`
        update watched_changes set version = version + 1, submitted_at = now() where product_id = ${first.id}`
      await page.getByRole('button', { name: 'Accept 3' }).click()
      await page.getByText('1 product has changed since. It is still waiting.').waitFor()
      await heading('1 price change from a bulk update').waitFor()
      assert.equal(await waiting(), 1)
      await page.keyboard.press('a')
      await page.getByText('1 product accepted').waitFor()
      assert.equal(await waiting(), 0)
      end()
    })

    test('a product of the set is opened alone, with its decisions', async () => {
      await reprice(await insertLive(service.t, vendor(), 2), 20)
      await openSet('2 price changes')
      await heading('2 price changes from a bulk update').waitFor()
      await page.getByRole('link', { name: 'Washer' }).first().click()
      await heading('Washer').waitFor()
      await page.getByRole('button', { name: 'Hide' }).first().waitFor()
      end()
    })
  })

  test('a claim ends when its entry is left without a decision', async () => {
    const id = await review.newRevision('Left washer', { name: 'Left washer, zinc' })
    await page.goto(`/operator/queue?entry=REVISION.${id}`)
    await until(async () => (await review.claimsOf(id)).length === 1)
    await page.goto('/docs/')
    await until(async () => (await review.claimsOf(id)).length === 0)
  })

  test('a viewer reads the queue and sees nothing to decide or correct with', async () => {
    // The other page of this person would be refused what it may do now.
    await page.close()
    await service.t.sql`update users set role = 'VIEWER' where email = 'moderator@purveyor.test'`
    const viewer = await reviewPage(service, 'moderator@purveyor.test', '/operator/queue?kind=REVISION')
    await viewer.getByRole('region', { name: 'Waiting entries' }).getByRole('listitem').first().waitFor()
    await viewer.locator('section[data-field]').first().waitFor()
    for (const name of [/^Approve/, /^Reject/, /^Accept/, /^Hide/, /^Claim$/, /^Add a reason/, /^Correct/])
      assert.equal(await viewer.getByRole('button', { name }).count(), 0, String(name))
    assert.equal(await viewer.getByRole('checkbox').count(), 0)
    end()
  })
})
