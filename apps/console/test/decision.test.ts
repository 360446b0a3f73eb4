import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { openEntry, openList, type Review, reviewPage, startReview } from './review.ts'

describe('decisions of the review', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let review: Review
  /** The queue of an operator. The tests use it one after the other. */
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    review = await startReview(service)
    page = await reviewPage(service, 'operator@purveyor.test')
  })
  after(() => service.stop())

  const call: Review['call'] = (...args) => review.call(...args)
  const snapshotsOf = async (id: string) =>
    (await call(`GET /platform/moderation/snapshots?productId=${id}`, review.tokens.operator)).snapshots
  const ofVendor = () => `&vendorId=${review.vendorId}`
  const decision = () => page.getByRole('region', { name: 'Decision' })
  const heading = () => page.getByRole('heading', { level: 2 })
  const shows = (name: string) => heading().getByText(name, { exact: true }).waitFor()
  const template = () =>
    page.getByRole('button', { name: 'The description does not match the product.', exact: true })

  function end(): void {
    assert.deepEqual(service.problems.splice(0), [])
  }
  /** Requests that are refused are messages of the browser, not faults of the page. */
  function endRefused(): void {
    const others = service.problems.splice(0).filter((one) => !/status of 4\d\d|ERR_FAILED/.test(one))
    assert.deepEqual(others, [])
  }

  test('a revision is decided by field, with exactly the effect that was announced', async () => {
    const edit = { name: 'By field, zinc', shortDescription: 'Call 555 0100', description: 'New.' }
    const id = await review.newRevision('By field', edit)
    await openEntry(page, 'REVISION', id)
    assert.equal(await template().count(), 0)
    for (const key of ['1', '2', '2']) await page.keyboard.press(key)
    await page
      .getByText('Name will be published; Short description will be rejected; Description stays undecided.')
      .waitFor()
    assert.ok(await page.getByRole('button', { name: 'Approve 1, reject 1' }).isDisabled())
    await page.getByRole('button', { name: 'Texts must not contain links' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Decided by field: By field').waitFor()
    const product = await review.readAsVendor(id)
    assert.equal(product.name, edit.name)
    assert.deepEqual(Object.keys(product.pendingRevision), ['description'])
    const { decision, reasons } = product.moderation.fields.shortDescription
    assert.equal(decision, 'REJECTED')
    assert.deepEqual(
      reasons.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
      [['CONTACT_DETAILS', '/pendingRevision/shortDescription']]
    )
    end()
  })

  test('a reason that is being written survives a reload, and the vendor reads what was shown', async () => {
    const id = await review.newProduct('Written')
    await openEntry(page, 'PRODUCT', id)
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
    const { status, moderation } = await review.readAsVendor(id)
    assert.equal(status, 'DRAFT')
    const reason = (text: string) => ({ code: null, pointer: '/name', imageId: null, text })
    assert.deepEqual(moderation.reasons, [reason('Which material?'), reason('And which size?')])
    assert.equal(await page.evaluate("Object.keys(sessionStorage).join().includes('draft')"), false)
    end()
  })

  test('nothing is decided on values that were not shown, and what was prepared is kept', async () => {
    const id = await review.newRevision('Stale', { name: 'Stale, zinc', shortDescription: 'Short' })
    await openEntry(page, 'REVISION', id)
    await page.keyboard.press('r')
    await page.keyboard.press('1')
    // The page isn't told in time.
    await page.route('**/platform/moderation?*', (route) => route.abort())
    await review.edit(id, { name: 'Stale, brass' })
    await page.keyboard.press('Enter')
    await page.getByText('Nothing was decided.').first().waitFor()
    assert.equal((await review.readAsVendor(id)).pendingRevision.name, 'Stale, brass')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await page.getByText('Check it again before you decide. Changed: Name.').waitFor()
    const nameVerdict = decision().getByRole('group', { name: 'Decision on Name' })
    assert.equal(await nameVerdict.getByRole('button', { pressed: true }).textContent(), 'Undecided')
    assert.equal(
      await decision().getByRole('list', { name: 'Reasons', exact: true }).getByRole('listitem').count(),
      1
    )
    await nameVerdict.getByRole('button', { name: 'Approve' }).click()
    await decision().getByRole('button', { name: 'Approve 1, reject 1' }).click()
    await page.getByText('Decided by field: Stale').waitFor()
    assert.equal((await review.readAsVendor(id)).name, 'Stale, brass')
    service.problems.splice(0)
  })

  test('a text is corrected before it is approved, and the vendor sees what was corrected', async () => {
    const id = await review.newRevision('Corrected', { name: 'corrected!!!', shortDescription: 'Short' })
    const name = page.locator('section[data-field=name]')
    const box = page.getByLabel('Corrected name')
    await openEntry(page, 'REVISION', id)
    await page.keyboard.press('2')
    await page.keyboard.press('e')
    await box.fill('Corrected washer')
    await name.locator('ins').getByText('Corrected washer').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByText('You typed a correction that is not saved.').waitFor()
    // What was typed outlives the page, and an edit of the vendor that makes it late.
    await page.reload()
    assert.equal(await box.inputValue(), 'Corrected washer')
    await page.route('**/platform/moderation?*', (route) => route.abort())
    await review.edit(id, { name: 'corrected !' })
    await page.getByRole('button', { name: 'Save correction' }).click()
    await name.getByRole('alert').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await page.getByRole('button', { name: 'Show the new version' }).click()
    assert.equal(await box.inputValue(), 'Corrected washer')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await name.getByText('Corrected by Olive Operator').waitFor()
    assert.equal(await box.count(), 0)
    assert.deepEqual((await name.locator('del').allInnerTexts()).at(-1)?.trim(), 'corrected !')
    // The correction is no edit of the vendor, and the decision on the other field stays.
    assert.equal(await page.getByText('The vendor edited this').count(), 0)
    await page.keyboard.press('1')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Approved: Corrected').waitFor()
    const product = await review.readAsVendor(id)
    assert.equal(product.name, 'Corrected washer')
    assert.deepEqual(
      product.corrections.map((one: Record<string, unknown>) => [
        one.field,
        one.vendorValue,
        one.correctedValue
      ]),
      [['name', 'corrected !', 'Corrected washer']]
    )
    endRefused()
  })

  test('an entry that someone else has claimed is decided after it was taken over', async () => {
    const id = await review.newProduct('Contested')
    await openEntry(page, 'PRODUCT', id)
    await until(async () => (await review.claimsOf(id)).length > 0)
    const items = [{ id, kind: 'PRODUCT' }]
    await call('POST /platform/moderation/claims', review.tokens.moderator, { items, takeOver: true })
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Take over and send' }).click()
    await page.getByText('Approved: Contested').waitFor()
    assert.equal((await review.readAsVendor(id)).status, 'PUBLISHED')
    endRefused()
  })

  test('an entry that someone else has decided is left, and the message says who decided', async () => {
    const id = await review.newProduct('Decided before')
    await openEntry(page, 'PRODUCT', id)
    await page.route('**/platform/moderation?*', (route) => route.abort())
    await call(`POST /platform/products/${id}/approve`, review.tokens.moderator, {
      version: 1,
      takeOver: true
    })
    await page.keyboard.press('a')
    await page.getByText('Already decided: Decided before').waitFor()
    await page.getByText(/^Approved by Mo Derrick, /).waitFor()
    await page.waitForURL((url) => !url.search.includes(id))
    await page.unrouteAll()
    service.problems.splice(0)
  })

  test('a reload while a decision is being sent neither loses nor repeats it', async () => {
    const id = await review.newProduct('Reloaded')
    await openEntry(page, 'PRODUCT', id)
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
    assert.equal((await review.readAsVendor(id)).status, 'PUBLISHED')
    await page.unrouteAll()
    end()
  })

  test('the next entries can be decided while the service is away', async () => {
    const [first, second] = [await review.newProduct('Away 1'), await review.newProduct('Away 2')]
    await openList(page, `kind=PRODUCT${ofVendor()}`)
    await page.getByRole('listitem').getByText('Away 2', { exact: true }).waitFor()
    await openEntry(page, 'PRODUCT', first, `&kind=PRODUCT${ofVendor()}`)
    await page.context().setOffline(true)
    await page.keyboard.press('a')
    await page.getByText('You can continue with the next entry.').waitFor()
    await page.keyboard.press('j')
    await shows('Away 2')
    await page.keyboard.press('a')
    await page.getByText('Sending 2 decisions…').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Approved: Away 2').waitFor()
    await page.getByText('Approved: Away 1').waitFor()
    for (const id of [first, second]) assert.equal((await review.readAsVendor(id)).status, 'PUBLISHED')
    service.problems.splice(0)
  })

  test('is accessible, in both themes and at both widths', async () => {
    const edit = { name: 'Accessible, zinc', shortDescription: 'Short' }
    const revision = await review.newRevision('Accessible', edit)
    await review.newProduct('Accessible product')
    await openEntry(page, 'REVISION', revision)
    for (const key of ['1', '2', '2', 'r', '1']) await page.keyboard.press(key)
    assert.deepEqual(await faultsOf(page, { part: 'section[aria-label="Decision"]' }), [])
    await openList(page, `kind=PRODUCT${ofVendor()}`)
    await page.getByRole('checkbox', { name: 'Select Accessible product' }).check()
    // The list, with a selected row, in both themes too.
    assert.deepEqual(await faultsOf(page, { part: 'section[aria-label="Waiting entries"]', at: [1440] }), [])
    await page.getByRole('button', { name: 'Review the selection' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject…' }).click()
    await page.getByLabel('You already sell this product.').waitFor()
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    end()
  })

  test('many entries are decided at once, but none that was not shown', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Many ${index + 1}`)
    const ids: string[] = []
    for (const name of names) ids.push(await review.newProduct(name))
    const { moderator } = review.tokens
    await openList(page, `kind=PRODUCT${ofVendor()}`)
    await openEntry(page, 'PRODUCT', ids[0] ?? '', `&kind=PRODUCT${ofVendor()}`)
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
    const statuses = await Promise.all(ids.map(async (id) => (await review.readAsVendor(id)).status))
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
    assert.equal((await review.readAsVendor(ids[11] ?? '')).moderation.reasons[0].code, 'DUPLICATE')
    end()
  })

  describe('the next entry', () => {
    const description = `<p>${'It is light. '.repeat(300)}</p>`
    const isHeadingFocused = () => until(() => page.evaluate<boolean>("document.activeElement.matches('h2')"))
    const scrolled = () =>
      page.evaluate<number[]>(
        "[...document.querySelectorAll('[data-scrolls]')].map((part) => part.scrollTop)"
      )

    /** Waits for the last of some entries in the list, and opens the first one. */
    async function openFirst(kind: 'PRODUCT' | 'REVISION', id: string, last: string): Promise<void> {
      await openList(page, `kind=${kind}${ofVendor()}`)
      await page.getByRole('listitem').getByText(last, { exact: true }).waitFor()
      await openEntry(page, kind, id, `&kind=${kind}${ofVendor()}`)
    }
    const newProducts = async (...names: string[]) => {
      const ids: string[] = []
      for (const name of names) ids.push(await review.newProduct(name, { description }))
      return ids as [string, string]
    }

    test('shows nothing that was opened, scrolled or typed in the entry before', async () => {
      const [first] = await newProducts('Opened 1', 'Opened 2')
      await openFirst('PRODUCT', first, 'Opened 2')
      const source = page.getByRole('button', { name: 'HTML source' })
      const box = page.getByLabel('Your own reason')
      const correction = page.getByLabel('Corrected name')
      const reasons = page.getByRole('list', { name: 'Reasons', exact: true })
      // Messages about earlier decisions are alerts too, outside of the content.
      const alert = page.locator('#content').getByRole('alert')
      await source.click()
      await page.getByRole('button', { name: 'Correct: Name' }).click()
      await correction.fill('Opened once')
      await page.getByRole('button', { name: 'Add a reason about: Name' }).click()
      await page.keyboard.press('1')
      await page.getByRole('button', { name: 'Edit reason 1' }).click()
      await page.getByLabel('Text of reason 1').press('Escape')
      await page.getByRole('button', { name: 'Edit reason 1' }).click()
      await box.fill('Which material?')
      await box.press('Escape')
      await page.evaluate(
        "for (const part of document.querySelectorAll('[data-scrolls]')) part.scrollTop = 150"
      )
      assert.ok((await scrolled()).some((top) => top > 0))
      await page.keyboard.press('a')
      await alert.waitFor()

      await page.keyboard.press('j')
      await shows('Opened 2')
      await page.getByText('SKU Opened 2', { exact: false }).waitFor()
      assert.equal(await source.getAttribute('aria-pressed'), 'false')
      assert.deepEqual(new Set(await scrolled()), new Set([0]))
      assert.deepEqual(
        [await alert.count(), await box.count(), await reasons.count(), await correction.count()],
        [0, 0, 0, 0]
      )
      await page.keyboard.press('r')
      assert.equal(await box.inputValue(), '')
      await page.keyboard.press('2')
      await page.keyboard.press('Escape')

      await page.keyboard.press('k')
      await shows('Opened 1')
      assert.equal(await box.inputValue(), 'Which material?')
      assert.equal(await correction.inputValue(), 'Opened once')
      assert.equal(await source.getAttribute('aria-pressed'), 'false')
      assert.equal(await page.getByLabel('Text of reason 1').count(), 0)
      assert.equal(await alert.count(), 0)
      end()
    })

    test('is read by screen readers from its name on, unless the focus is in the list', async () => {
      const [first] = await newProducts('Read 1', 'Read 2', 'Read 3')
      await openFirst('PRODUCT', first, 'Read 3')
      // A screen reader announces only an element that gets the focus.
      const mark = () => page.evaluate("document.querySelector('h2').isMarked = true")
      const isMarked = () => page.evaluate("document.querySelector('h2').isMarked === true")
      await mark()
      await page.getByRole('button', { name: 'Next entry' }).click()
      await shows('Read 2')
      await isHeadingFocused()
      assert.equal(await isMarked(), false)
      await mark()
      await page.keyboard.press('j')
      await shows('Read 3')
      await isHeadingFocused()
      assert.equal(await isMarked(), false)
      await decision().getByRole('button').first().focus()
      await page.keyboard.press('k')
      await shows('Read 2')
      await isHeadingFocused()

      const list = page.getByRole('region', { name: 'Waiting entries' })
      await list.getByRole('link', { name: 'Read 2' }).focus()
      await page.keyboard.press('k')
      await shows('Read 1')
      assert.match(await page.evaluate<string>("document.activeElement.closest('li')?.textContent"), /Read 2/)
      end()
    })

    test('is claimed instead of the entry before', async () => {
      const [first, second] = await newProducts('Claim 1', 'Claim 2')
      const { claimsOf } = review
      await openFirst('PRODUCT', first, 'Claim 2')
      await until(async () => (await claimsOf(first)).length === 1)
      await page.keyboard.press('j')
      await shows('Claim 2')
      await until(async () => (await claimsOf(first)).length === 0)
      await until(async () => (await claimsOf(second)).length === 1)
      // A claim that was released isn't made again, but that of another entry is.
      await page.keyboard.press('c')
      await page.getByRole('button', { name: 'Release' }).waitFor()
      await page.keyboard.press('c')
      await until(async () => (await claimsOf(second)).length === 0)
      await page.keyboard.press('k')
      await shows('Claim 1')
      await until(async () => (await claimsOf(first)).length === 1)
      end()
    })

    test('is decided as it was shown, although the entry before was changed', async () => {
      const ids: string[] = []
      for (const name of ['Version 1', 'Version 2'])
        ids.push(await review.newRevision(name, { name: `${name}, zinc` }, { description }))
      const [first = '', second = ''] = ids
      await openFirst('REVISION', first, 'Version 2')
      const newer = page.getByText('The vendor changed this entry')
      const name = page.locator('[data-field=name]')
      await review.edit(first, { name: 'Version 1, brass' })
      await page.getByRole('button', { name: 'Refresh the queue' }).click()
      await newer.waitFor()
      // The changed entry is the last one now.
      await page.keyboard.press('k')
      await shows('Version 2')
      assert.equal(await newer.count(), 0)
      await page.keyboard.press('j')
      await name.getByText('brass').first().waitFor()
      assert.equal(await newer.count(), 0)
      await page.keyboard.press('k')
      await shows('Version 2')
      await page.keyboard.press('a')
      await until(async () => (await review.readAsVendor(second)).name === 'Version 2, zinc')
      assert.equal((await review.readAsVendor(first)).name, 'Version 1')
      end()
    })

    test('has buttons with tooltips while the pointer rests on them', async () => {
      const [id] = await newProducts('Hovered')
      await openEntry(page, 'PRODUCT', id)
      const tooltip = page.getByRole('tooltip', { name: 'Add a reason' })
      const button = page.getByRole('button', { name: 'Add a reason about: Name' })
      await button.hover()
      await tooltip.waitFor()
      await heading().hover()
      await tooltip.waitFor({ state: 'detached' })
      await button.hover()
      await tooltip.waitFor()
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })
      await button.click()
      await page.getByLabel('Your own reason').waitFor()
      end()
    })
  })
})
