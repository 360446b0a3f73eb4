import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const wide = { viewport: { width: 1440, height: 900 } }

describe('decisions of the review', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let vendor: string
  let operator: string
  let moderator: string
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    vendor = await accessToken(service.t, 'owner@summit.test')
    operator = await accessToken(service.t, 'operator@purveyor.test')
    moderator = await accessToken(service.t, 'moderator@purveyor.test')
  })
  after(() => service.stop())

  async function call(request: string, as: string, body?: object) {
    const answer = await service.t.call(request, { as, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }

  async function newProduct(name: string): Promise<string> {
    const variants = [{ sku: `${name}-1`, name: 'Each', vendorPrice: 4 }]
    return (await call('POST /vendor/products', vendor, { name, sku: name, variants })).id
  }

  /** Creates a live product with a staged edit. Returns its id. */
  async function newRevision(name: string, edit: object): Promise<string> {
    const id = await newProduct(name)
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    await call(`POST /platform/products/${id}/approve`, operator, { version })
    await call(`PATCH /vendor/products/${id}`, vendor, edit)
    return id
  }

  const readAsVendor = (id: string) => call(`GET /vendor/products/${id}`, vendor)
  const snapshotsOf = async (id: string) =>
    (await call(`GET /platform/moderation/snapshots?productId=${id}`, operator)).snapshots

  async function open(entry: string, email = 'operator@purveyor.test'): Promise<Page> {
    const page = await service.newPage(wide)
    await signIn(page, email, `/operator/queue?entry=${entry}`)
    await page.getByRole('region', { name: 'Decision' }).waitFor()
    await page.getByRole('button', { name: 'The description does not match the product.' }).waitFor()
    return page
  }

  async function end(page: Page): Promise<void> {
    assert.deepEqual(service.problems.splice(0), [])
    await page.context().close()
  }

  test('a revision is decided by field, with exactly the effect that was announced', async () => {
    const edit = { name: 'By field, zinc', shortDescription: 'Call 555 0100', description: 'New.' }
    const id = await newRevision('By field', edit)
    const page = await open(`REVISION.${id}`)
    for (const key of ['1', '2', '2']) await page.keyboard.press(key)
    await page
      .getByText('Name will be published; Short description will be rejected; Description stays undecided.')
      .waitFor()
    assert.ok(await page.getByRole('button', { name: 'Approve 1, reject 1' }).isDisabled())
    await page.getByRole('button', { name: 'Texts must not contain links' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Decided by field: By field').waitFor()
    const product = await readAsVendor(id)
    assert.equal(product.name, edit.name)
    assert.deepEqual(Object.keys(product.pendingRevision), ['description'])
    const { decision, reasons } = product.moderation.fields.shortDescription
    assert.equal(decision, 'REJECTED')
    assert.deepEqual(
      reasons.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
      [['CONTACT_DETAILS', '/pendingRevision/shortDescription']]
    )
    await end(page)
  })

  test('a reason that is being written survives a reload, and the vendor reads what was shown', async () => {
    const id = await newProduct('Written')
    const page = await open(`PRODUCT.${id}`)
    await page.getByRole('button', { name: 'Add a reason about: Name' }).click()
    await page.keyboard.press('t')
    await page.keyboard.type('Which material?')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your own reason').fill('And which si')
    await page.reload()
    assert.equal(await page.getByLabel('Your own reason').inputValue(), 'And which si')
    await page.getByLabel('Your own reason').fill('And which size?')
    await page.getByRole('button', { name: 'Reject with 2 reasons' }).click()
    await page.getByText('Rejected: Written').waitFor()
    const { status, moderation } = await readAsVendor(id)
    assert.equal(status, 'DRAFT')
    const reason = (text: string) => ({ code: null, pointer: '/name', imageId: null, text })
    assert.deepEqual(moderation.reasons, [reason('Which material?'), reason('And which size?')])
    assert.equal(await page.evaluate("Object.keys(sessionStorage).join().includes('draft')"), false)
    await end(page)
  })

  test('nothing is decided on values that were not shown, and what was prepared is kept', async () => {
    const id = await newRevision('Stale', { name: 'Stale, zinc', shortDescription: 'Short' })
    const page = await open(`REVISION.${id}`)
    await page.keyboard.press('r')
    await page.keyboard.press('1')
    await call(`PATCH /vendor/products/${id}`, vendor, { name: 'Stale, brass' })
    await page.keyboard.press('Enter')
    await page.getByText('Nothing was decided.').first().waitFor()
    assert.equal((await readAsVendor(id)).pendingRevision.name, 'Stale, brass')
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await page.getByText('What changed: Name.').waitFor()
    const decision = page.getByRole('region', { name: 'Decision' })
    const nameVerdict = decision.getByRole('group', { name: 'Decision on Name' })
    assert.equal(await nameVerdict.getByRole('button', { pressed: true }).textContent(), 'Undecided')
    assert.equal(
      await decision.getByRole('list', { name: 'Reasons', exact: true }).getByRole('listitem').count(),
      1
    )
    await nameVerdict.getByRole('button', { name: 'Approve' }).click()
    await decision.getByRole('button', { name: 'Approve 1, reject 1' }).click()
    await page.getByText('Decided by field: Stale').waitFor()
    assert.equal((await readAsVendor(id)).name, 'Stale, brass')
    // The refused request is a message of the browser, not a fault of the page.
    service.problems.splice(0)
    await end(page)
  })

  test('an entry that someone else has claimed is decided after it was taken over', async () => {
    const id = await newProduct('Contested')
    const page = await open(`PRODUCT.${id}`)
    const items = [{ id, kind: 'PRODUCT' }]
    const claims = () => service.t.sql`select from moderation_claims where product_id = ${id}`
    for (let attempt = 0; attempt < 200 && (await claims()).length === 0; attempt++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await call('POST /platform/moderation/claims', moderator, { items, takeOver: true })
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Take over and send' }).click()
    await page.getByText('Approved: Contested').waitFor()
    assert.equal((await readAsVendor(id)).status, 'PUBLISHED')
    service.problems.splice(0)
    await end(page)
  })

  test('an entry that someone else has decided is left, and the message says who decided', async () => {
    const id = await newProduct('Decided before')
    const page = await open(`PRODUCT.${id}`)
    await call(`POST /platform/products/${id}/approve`, moderator, { version: 1, takeOver: true })
    await page.keyboard.press('a')
    await page.getByText('Already decided: Decided before').waitFor()
    await page.getByText(/^Approved by Mo Derrick, /).waitFor()
    await page.waitForURL((url) => !url.search.includes(id))
    service.problems.splice(0)
    await end(page)
  })

  test('a reload while a decision is being sent neither loses nor repeats it', async () => {
    const id = await newProduct('Reloaded')
    const page = await open(`PRODUCT.${id}`)
    const decided = Promise.withResolvers<void>()
    const keys: (string | undefined)[] = []
    // The page never gets the response to the first request.
    await page.route(`**/platform/products/${id}/approve`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      decided.resolve()
    })
    await page.keyboard.press('a')
    await decided.promise
    await page.getByText('Sending 1 decision…').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('Approved: Reloaded').waitFor()
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
    assert.equal((await snapshotsOf(id)).length, 1)
    assert.equal((await readAsVendor(id)).status, 'PUBLISHED')
    await end(page)
  })

  test('the next entries can be decided while the service is away', async () => {
    const [first, second] = [await newProduct('Away 1'), await newProduct('Away 2')]
    const vendorId = (await call('GET /auth/me', vendor)).vendor.id
    const page = await open(`PRODUCT.${first}&vendorId=${vendorId}`)
    const name = page.getByRole('heading', { level: 2, name: /^Away/ })
    await page.context().setOffline(true)
    await page.keyboard.press('a')
    await page.getByText('You can continue with the next entry.').waitFor()
    await page.keyboard.press('j')
    await name.getByText('Away 2').waitFor()
    await page.keyboard.press('a')
    await page.getByText('Sending 2 decisions…').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Approved: Away 2').waitFor()
    await page.getByText('Approved: Away 1').waitFor()
    for (const id of [first, second]) assert.equal((await readAsVendor(id)).status, 'PUBLISHED')
    service.problems.splice(0)
    await end(page)
  })

  test('is accessible, in both themes and at both widths', async () => {
    const revision = await newRevision('Accessible', { name: 'Accessible, zinc', shortDescription: 'Short' })
    const product = await newProduct('Accessible product')
    const page = await open(`REVISION.${revision}`)
    for (const key of ['1', '2', '2', 'r', '1']) await page.keyboard.press(key)
    assert.deepEqual(await faultsOf(page, { part: 'section[aria-label="Decision"]' }), [])
    await page.goto(`/operator/queue?kind=PRODUCT&entry=PRODUCT.${product}`)
    await page.getByRole('checkbox', { name: 'Select Accessible product' }).check()
    await page.getByRole('button', { name: 'Review the selection' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject…' }).click()
    await page.getByLabel('You already sell this product.').waitFor()
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await end(page)
  })

  test('many entries are decided at once, but none that was not shown', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Many ${index + 1}`)
    const ids: string[] = []
    for (const name of names) ids.push(await newProduct(name))
    const vendorId = (await call('GET /auth/me', vendor)).vendor.id
    const page = await open(`PRODUCT.${ids[0]}&vendorId=${vendorId}&kind=PRODUCT`)
    for (const name of names) await page.getByRole('checkbox', { name: new RegExp(`${name}$`) }).check()
    await page.getByRole('button', { name: 'Review the selection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decide on 12 entries' })
    await dialog
      .getByRole('article', { name: 'Many 1', exact: true })
      .getByText('Read to its end', { exact: true })
      .waitFor()
    await call(`POST /platform/products/${ids[0]}/approve`, moderator, { version: 1, takeOver: true })
    const send = dialog.getByRole('button', { name: /^Approve \d+ of 12 · \d+ not read$/ })
    const count = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0])
    assert.ok(count > 0 && count < 12, `${count}`)
    await send.click()
    await page.getByText('1 entry was not decided').waitFor()
    const statuses = await Promise.all(ids.map(async (id) => (await readAsVendor(id)).status))
    assert.equal(statuses.filter((status) => status === 'PUBLISHED').length, count)
    assert.equal(statuses[11], 'PENDING_APPROVAL')
    const left = page.getByRole('dialog', { name: `Decide on ${12 - count + 1} entries` })
    await left.getByRole('article', { name: 'Many 1', exact: true }).getByText('Not decided').waitFor()
    const showNext = left.getByRole('button', { name: 'Scroll to the next one' })
    const notShown = left.getByText(/entr(y is|ies are) not read to the end/)
    while (await showNext.isVisible()) {
      const before = await notShown.textContent()
      await showNext.click()
      await notShown.getByText(before ?? '', { exact: true }).waitFor({ state: 'detached' })
    }
    await left.getByRole('button', { name: 'Leave out: Many 1', exact: true }).click()
    await left.getByRole('button', { name: 'Reject…' }).click()
    await left.getByLabel('You already sell this product.').check()
    await left.getByRole('button', { name: `Reject ${12 - count} of ${13 - count}` }).click()
    await page.getByText(`${12 - count} entries were decided`).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await readAsVendor(ids[11] ?? '')).moderation.reasons[0].code, 'DUPLICATE')
    await end(page)
  })
})
