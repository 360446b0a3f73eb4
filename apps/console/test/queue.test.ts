import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

type Product = {
  id: string
  name: string
  status: string
  moderation: { reasons: { text: string }[] } | null
}

describe('the review queue', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let vendor: string
  let operator: string
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    vendor = await accessToken(service.t, 'owner@summit.test')
    operator = await accessToken(service.t, 'operator@purveyor.test')
  })
  after(() => service.stop())

  async function newProduct(name: string): Promise<string> {
    const body = { name, sku: name, variants: [{ sku: `${name}-1`, name: 'Each', vendorPrice: 4 }] }
    const answer = await service.t.call('POST /vendor/products', { as: vendor, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.id
  }

  /** Creates a live product with a staged edit. Returns its id. */
  async function newRevision(name: string, edit: object): Promise<string> {
    const id = await newProduct(name)
    const { body } = await service.t.call(`GET /platform/products/${id}`, { as: operator })
    const version = body.moderationVersion
    const approved = await service.t.call(`POST /platform/products/${id}/approve`, {
      as: operator,
      body: { version }
    })
    assert.equal(approved.status, 200, approved.text)
    const edited = await service.t.call(`PATCH /vendor/products/${id}`, { as: vendor, body: edit })
    assert.equal(edited.status, 200, edited.text)
    return id
  }

  async function readAsVendor(id: string): Promise<Product> {
    return (await service.t.call(`GET /vendor/products/${id}`, { as: vendor })).body
  }

  const vendorId = async () => (await service.t.call('GET /auth/me', { as: vendor })).body.vendor.id

  async function until(check: () => Promise<boolean>): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await check()) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('The expected state was not reached.')
  }

  const openName = (page: Page) => page.getByRole('heading', { level: 2 }).first()

  test('thirty entries are decided by keyboard alone, with at most three keys each', async () => {
    const names = Array.from(
      { length: 30 },
      (_, index) => `Keyboard washer ${String(index + 1).padStart(2, '0')}`
    )
    const ids: string[] = []
    for (const name of names) ids.push(await newProduct(name))
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    const first = ids[0]
    await signIn(
      page,
      'moderator@purveyor.test',
      `/operator/queue?vendorId=${await vendorId()}&entry=PRODUCT.${first}`
    )
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    for (const [index, name] of names.entries()) {
      await openName(page).getByText(name, { exact: true }).waitFor()
      if (index % 3 === 2) {
        await press('r')
        await press('1')
        await press('Enter')
      } else await press('a')
    }
    for (const [index, id] of ids.entries()) {
      const status = index % 3 === 2 ? 'DRAFT' : 'PUBLISHED'
      await until(async () => (await readAsVendor(id)).status === status)
      if (status === 'DRAFT') assert.equal((await readAsVendor(id)).moderation?.reasons.length, 1)
    }
    assert.equal(keys, 50)
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('a key that is held down decides on one entry only', async () => {
    const [first, second] = [await newProduct('Held washer 1'), await newProduct('Held washer 2')]
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(
      page,
      'moderator@purveyor.test',
      `/operator/queue?vendorId=${await vendorId()}&entry=PRODUCT.${first}`
    )
    await openName(page).getByText('Held washer 1').waitFor()
    for (let repeat = 0; repeat < 10; repeat++) await page.keyboard.down('a')
    await page.keyboard.up('a')
    await openName(page).getByText('Held washer 2').waitFor()
    await until(async () => (await readAsVendor(first)).status === 'PUBLISHED')
    assert.equal((await readAsVendor(second)).status, 'PENDING_APPROVAL')
    await page.context().close()
  })

  test('an open entry is claimed, another moderator sees by whom, and can take it over', async () => {
    const id = await newRevision('Claimed washer', { name: 'Claimed washer, zinc' })
    const address = `/operator/queue?entry=REVISION.${id}`
    const one = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(one, 'operator@purveyor.test', address)
    await one.getByRole('listitem').getByText('Claimed by you').first().waitFor()
    const other = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(other, 'moderator@purveyor.test', address)
    await other.getByText('Olive Operator has claimed this entry').waitFor()
    await other.keyboard.press('a')
    assert.equal((await readAsVendor(id)).name, 'Claimed washer')
    await other.getByRole('button', { name: 'Take over' }).first().click()
    await other.getByText('has claimed this entry').waitFor({ state: 'detached' })
    await other.keyboard.press('a')
    await until(async () => (await readAsVendor(id)).name === 'Claimed washer, zinc')
    // The first moderator is told, and loses nothing but the entry.
    await one.getByRole('button', { name: 'Refresh the queue' }).click()
    await one.getByRole('heading', { name: 'This entry is no longer waiting' }).waitFor()
    assert.deepEqual(service.problems, [])
    await one.context().close()
    await other.context().close()
  })

  test('a claim ends when its entry is left without a decision', async () => {
    const id = await newRevision('Left washer', { name: 'Left washer, zinc' })
    const claims = () => service.t.sql`select from moderation_claims where product_id = ${id}`
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, 'moderator@purveyor.test', `/operator/queue?entry=REVISION.${id}`)
    await until(async () => (await claims()).length === 1)
    await page.goto('/docs/')
    await until(async () => (await claims()).length === 0)
    await page.context().close()
  })

  test('a claim that is made while its entry is left ends too', async () => {
    const id = await newRevision('Hurried washer', { name: 'Hurried washer, zinc' })
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    const claimed = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await page.route('**/platform/moderation/claims', async (route) => {
      if (!route.request().postData()?.includes(id)) return route.continue()
      const response = await route.fetch()
      claimed.resolve()
      await left.promise
      await route.fulfill({ response })
    })
    await signIn(page, 'moderator@purveyor.test', `/operator/queue?entry=REVISION.${id}`)
    await claimed.promise
    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('heading', { name: 'Waiting now' }).waitFor()
    left.resolve()
    await until(async () => {
      const claims = await service.t.sql`select from moderation_claims where product_id = ${id}`
      return claims.length === 0
    })
    await page.context().close()
  })

  test('a decided entry leaves the list also when no entry is open any more', async () => {
    const id = await newProduct('Left behind washer')
    const page = await service.newPage({ viewport: { width: 360, height: 800 } })
    const decided = Promise.withResolvers<void>()
    await page.route(`**/platform/products/${id}/approve`, async (route) => {
      await decided.promise
      await route.continue()
    })
    await signIn(
      page,
      'moderator@purveyor.test',
      `/operator/queue?vendorId=${await vendorId()}&kind=PRODUCT&entry=PRODUCT.${id}`
    )
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    const row = page.getByRole('checkbox', { name: 'Select Left behind washer' })
    await row.waitFor()
    decided.resolve()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('what was read stays on the screen when the vendor edits again', async () => {
    const id = await newRevision('Edited washer', { name: 'Edited washer, zinc' })
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, 'moderator@purveyor.test', `/operator/queue?entry=REVISION.${id}`)
    const difference = page.locator('[data-field=name]')
    await difference.getByText('zinc').first().waitFor()
    await service.t.call(`PATCH /vendor/products/${id}`, {
      as: vendor,
      body: { name: 'Edited washer, brass' }
    })
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await page.getByText('The vendor has changed this entry').waitFor()
    assert.equal(await difference.getByText('brass').count(), 0)
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await difference.getByText('brass').first().waitFor()
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('filters are in the address, and a shared address shows the same list', async () => {
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, 'moderator@purveyor.test', '/operator/queue')
    await page.getByText(/^Changes/).click()
    await page.waitForURL(/kind=CHANGE/)
    const list = page.getByRole('region', { name: 'Waiting entries' }).getByRole('listitem')
    await page.getByText('3 entries').waitFor()
    assert.equal(await list.count(), 3)
    await page.reload()
    await page.getByText('3 entries').waitFor()
    await page.goto('/operator/queue?claimed=none&isSample=true&kind=PRODUCT')
    await page.getByRole('heading', { name: 'No entries match the filters' }).waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await list.first().waitFor()
    assert.deepEqual(service.problems, [])
    await page.context().close()
  })

  test('a viewer reads the queue and sees nothing to decide with', async () => {
    const { t } = service
    const setRole = (role: string) =>
      t.sql`update users set role = ${role} where email = 'moderator@purveyor.test'`
    await setRole('VIEWER')
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, 'moderator@purveyor.test', '/operator/queue')
    await page.getByRole('region', { name: 'Waiting entries' }).getByRole('listitem').first().waitFor()
    for (const name of [/^Approve/, /^Reject/, /^Accept/, /^Hide/, /^Claim$/, /^Add a reason/])
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
    assert.equal(await page.getByRole('checkbox').count(), 0)
    assert.deepEqual(service.problems, [])
    await setRole('EDITOR')
    await page.context().close()
  })
})
