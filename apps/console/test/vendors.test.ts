import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoIds } from '../../api/src/examples/demo-ids.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { person } from '../../api/test/people.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { signIn as signInPerson } from './session-steps.ts'
import { accessToken, signIn } from './sign-in.ts'

const harbor = demoIds.vendors.harborSupply
const refused = /status of 4(00|01|03|04|09|12)/

describe('the vendors, for the operator', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    operator = await accessToken(service.t, 'operator@purveyor.test')
    page = await service.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC'
    })
    page.setDefaultTimeout(30_000)
    await signIn(page, 'operator@purveyor.test', '/operator/vendors')
  })
  after(() => service.stop())

  const api = async (request: string, body?: object) => {
    const answer = await service.t.call(request, { as: operator, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const dialog = () => page.getByRole('dialog')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row')
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the vendor' }).getByRole('link', { name }).click()
  async function downloaded(act: () => Promise<void>): Promise<{ name: string; content: string }> {
    const [file] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'latin1') }
  }

  test('the list has figures, and its filters and its order are in the address', async () => {
    await rows('Vendors').filter({ hasText: 'Harbor Supply' }).waitFor()
    const { vendors } = await api('GET /platform/vendors?view=figures&sort=-waiting')
    const names = () => rows('Vendors').getByRole('link').allTextContents()
    await press('Waiting')
    const expected = vendors.map(({ name }: { name: string }) => name)
    await until(async () => (await names()).join().endsWith(expected.join()) || (await names()).length === 3)
    await until(async () => {
      const shown = await names()
      return expected.every((name: string, index: number) => shown[index]?.endsWith(name))
    })
    assert.equal(new URL(page.url()).searchParams.get('sort'), '-waiting')
    const { figures } = vendors.find(({ id }: { id: string }) => id === harbor)
    const cells = await rows('Vendors')
      .filter({ hasText: 'Harbor Supply' })
      .getByRole('cell')
      .allTextContents()
    const { products, revisions, changes } = figures.waiting
    assert.deepEqual(
      [cells[2], cells[3], cells[6]],
      [figures.publishedProducts, products + revisions + changes, figures.lateOrders].map(String)
    )
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('keyst')
    await page.getByText('1 vendor', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 vendor', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await page.getByRole('heading', { name: 'No vendor matches' }).waitFor()
    await press('Clear all filters')
    await rows('Vendors').getByRole('link', { name: 'Summit Tools' }).waitFor()
  })

  test('a new vendor ends in an invitation, which its owner accepts', async () => {
    await page.getByRole('link', { name: 'New vendor' }).click()
    await press('Create and invite')
    const faults = page.locator('[aria-invalid=true]')
    await until(async () => (await faults.count()) === 3)
    await field('Website').fill('anvil')
    await field('Commission in percent').fill('many')
    await field('Full name').fill('Mo Reyes')
    await field('Email address for signing in').fill('owner@harbor.test')
    await press('Create and invite')
    await until(async () => (await faults.count()) === 3)
    assert.ok(!JSON.stringify(await api('GET /platform/vendors')).includes('Anvil'))
    await page.reload()
    assert.equal(await field('Full name').inputValue(), 'Mo Reyes')
    await field('Name').fill('Anvil Works')
    await field('Website').fill('https://anvil.test')
    await field('Commission in percent').fill('12,5')
    await press('Create and invite')
    // The vendor exists now, and only the invitation is sent again.
    await page.getByText('This address already belongs to a team.').waitFor()
    assert.equal(await field('Commission in percent').count(), 0)
    await field('Email address for signing in').fill('mo@anvil.test')
    await press('Invite')
    await dialog().getByText("can't be shown again").waitFor()
    assert.equal(await page.getByText('was created, but the invitation was not').count(), 0)
    assert.equal(await faults.count(), 0)
    const link = await field('Link').inputValue()
    await inDialog('Done')
    await page.getByRole('heading', { name: 'Anvil Works' }).waitFor()
    assert.equal((await api('GET /platform/vendors?search=anvil')).estimatedTotalCount, 1)

    const other = await service.newPage({ locale: 'en-GB' })
    await other.goto(link)
    await other.getByRole('textbox', { name: 'Password', exact: true }).fill('a password of Mo Reyes')
    await other.getByRole('button', { name: 'Accept and sign in' }).click()
    await other.getByRole('button', { name: /^Mo Reyes.*menu$/ }).waitFor()
    assert.match(other.url(), /\/vendor\//)
    await other.context().close()

    await tab('Team')
    await rows('Team').filter({ hasText: 'mo@anvil.test' }).getByText('Owner').waitFor()
    await press('Invite someone')
    await field('Email address').fill('lee@anvil.test')
    await field('Name').fill('Lee Park')
    await inDialog('Create the invitation')
    assert.match(await field('Link').inputValue(), /\/vendor\/join#/)
    await inDialog('Done')
    await rows('Team').filter({ hasText: 'Lee Park' }).getByText('Invited', { exact: true }).waitFor()
  })

  test('a commission is changed after its effects were shown, and an inactive vendor gets no access', async () => {
    await page.goto(`/operator/vendors/${harbor}/terms`)
    await press('Change the commission')
    const submit = dialog().getByRole('button', { name: /^(Change|Plan)/ })
    assert.ok(await submit.isDisabled())
    await field('New commission in percent').fill('2000')
    await dialog().locator('[aria-invalid=true]').waitFor()
    assert.ok(await submit.isDisabled())
    const preview = await api(`POST /platform/vendors/${harbor}/commission/preview`, {
      commissionPercent: 15
    })
    await field('New commission in percent').fill('15')
    const effects = dialog().getByRole('region', { name: 'What it changes' })
    await effects.getByText(`${preview.increased} prices change, of ${preview.variants} on sale`).waitFor()
    await effects.getByText(preview.largest[0].sku).waitFor()
    await dialog().getByRole('radio', { name: 'From a later time' }).check()
    await dialog().locator('input[type=datetime-local]').fill('2020-01-01T08:00')
    await inDialog('Plan the change')
    await dialog().getByText('Must be in the future').waitFor()
    const year = new Date(Date.now() + 200 * 86_400_000).getUTCFullYear()
    const from = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 16)
    await dialog().locator('input[type=datetime-local]').fill(from)
    await inDialog('Plan the change')
    await page.getByText('The change was planned').waitFor()
    const planned = await api(`GET /platform/vendors/${harbor}`)
    assert.deepEqual(
      [planned.commissionPercent, planned.nextCommission],
      [12.5, { commissionPercent: 15, effectiveFrom: `${from}:00.000Z` }]
    )
    await page.getByText(new RegExp(`${year}, `)).waitFor()
    await press('Drop the planned change')
    await page.getByText('The planned change was dropped').waitFor()
    await press('Change the commission')
    await field('New commission in percent').fill('15')
    await inDialog(`Change ${preview.increased} prices now`)
    await page.getByText('The commission was changed', { exact: true }).waitFor()

    await field('Hours to acknowledge an order').fill('soon')
    await press('Save')
    await page.locator('[aria-invalid=true]').waitFor()
    await field('Hours to acknowledge an order').fill('48')
    await page.getByRole('combobox', { name: 'Trust' }).click()
    await page.getByRole('option', { name: 'Trusted' }).click()
    await press('Save')
    await page.getByText('The terms were saved').waitFor()
    const { acknowledgeHours, trust, commissionPercent } = await api(`GET /platform/vendors/${harbor}`)
    assert.deepEqual([acknowledgeHours, trust, commissionPercent], [48, 'TRUSTED', 15])

    const owner = await accessToken(service.t, 'owner@harbor.test')
    await press('Deactivate the vendor')
    await dialog().getByText('disappear from the storefront at once').waitFor()
    await inDialog('Deactivate the vendor')
    await page.getByText('The vendor was deactivated').waitFor()
    await until(async () => (await service.t.call('GET /vendor/me/profile', { as: owner })).status === 403)
    await press('Activate the vendor')
    await inDialog('Activate the vendor')
    await page.getByText('The vendor was activated').waitFor()
    assert.equal((await api(`GET /platform/vendors/${harbor}`)).isActive, true)
  })

  test('a statement is marked as paid, a balance adjusted, and files are downloaded', async () => {
    await page.goto('/operator/statements?view=DUE')
    const due = rows('Statements').filter({ hasText: 'Harbor Supply' })
    await due.getByRole('button', { name: 'Actions for statement 2' }).click()
    await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
    await field('Reference of the payment').fill('ACH 4711')
    await dialog().getByLabel('Paid on').fill('2026-01-05')
    await inDialog('Mark as paid')
    await due.waitFor({ state: 'detached' })
    const paid = await api(`GET /platform/statements/${demoIds.statements.newest}`)
    assert.deepEqual(
      [paid.status, paid.reference, paid.paidAt.slice(0, 10)],
      ['PAID', 'ACH 4711', '2026-01-05']
    )

    await page.getByRole('link', { name: 'Paid', exact: true }).click()
    await due.first().waitFor()
    const lines = await downloaded(async () => {
      await press('Lines as CSV')
      await dialog().getByLabel('Day').fill(paid.firstDay)
      await inDialog('Download')
    })
    assert.equal(lines.name, `statement-lines-${paid.firstDay}.csv`)
    assert.match(lines.content, /^vendor/)
    await due.filter({ hasText: 'ACH 4711' }).getByRole('link', { name: 'Statement 2' }).click()
    await page.getByRole('heading', { name: 'Harbor Supply · Statement 2' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Mark as paid' }).count(), 0)
    assert.match((await downloaded(() => press('Download the PDF'))).content, /^%PDF/)
    assert.match((await downloaded(() => press('Lines as CSV'))).content, /^statement,recorded_at/)

    await page.goto(`/operator/vendors/${harbor}/statements`)
    await press('Add an adjustment')
    await dialog().getByText('Charge the vendor').click()
    await field('Amount in USD').fill('-25')
    await field('Reason').fill('Damaged parcel')
    await inDialog('Add the adjustment')
    await dialog().getByText('Enter an amount without a sign').waitFor()
    await field('Amount in USD').fill('25,50')
    await inDialog('Add the adjustment')
    await rows('Adjustments').filter({ hasText: 'Damaged parcel' }).getByText('-US$25.50').waitFor()
  })

  test('the parts of a vendor lead to its products, orders, imports and events', async () => {
    await tab('Overview')
    const figures = page.getByRole('region', { name: 'Key figures' })
    const late = await figures.getByRole('link', { name: /^Late now/ }).getAttribute('href')
    assert.equal(late, `/operator/orders?vendorId=${harbor}&due=late`)
    const attention = page.getByRole('region', { name: 'What needs attention' })
    await attention.getByRole('link', { name: /rows failed/ }).click()
    const { jobs } = await api(`GET /platform/import-jobs?vendorId=${harbor}&status=COMPLETED_WITH_ERRORS`)
    const job = jobs.find(({ queue_id }: { queue_id: string }) => page.url().endsWith(queue_id))
    assert.ok(job)
    await page.getByRole('heading', { name: job.file_name }).waitFor()
    const { items } = await api(`GET /platform/import-jobs/${job.queue_id}/items?status=FAILED`)
    const failed = rows(`${job.items_failed} rows failed`)
    await failed.filter({ hasText: items[0].code }).first().waitFor()
    const report = await downloaded(async () => {
      await press('Download the report')
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).first().click()
    })
    assert.ok(report.content.includes(items[0].code))
    await page.getByRole('link', { name: 'All imports' }).click()
    await rows('Imports').filter({ hasText: job.file_name }).first().waitFor()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Cancelled' }).click()
    await rows('Imports').filter({ hasText: job.file_name }).first().waitFor({ state: 'detached' })

    await page.goto(`/operator/vendors/${harbor}/imports`)
    await rows('Imports').filter({ hasText: job.file_name }).first().waitFor()
    for (const [name, query, sort, opened] of [
      ['Products', 'products', '-updatedAt', '/operator/products?product='],
      ['Orders', 'orders', 'placedAt', '/operator/orders/']
    ] as const) {
      await tab(name)
      const listed = (await api(`GET /platform/${query}?vendorId=${harbor}&sort=${sort}&first=20`))[query]
      const table = rows(name)
      await until(async () => (await table.count()) === listed.length + 1)
      const links = await Promise.all(
        (await table.getByRole('link').all()).map((link) => link.getAttribute('href'))
      )
      assert.deepEqual(
        links,
        listed.map(({ id }: { id: string }) => `${opened}${id}`)
      )
      const all = page.getByRole('link', { name: `All ${query}` })
      assert.equal(await all.getAttribute('href'), `/operator/${query}?vendorId=${harbor}`)
    }
    await tab('History')
    await rows('Events').filter({ hasText: 'Balance adjusted' }).getByText('Olive Operator').first().waitFor()
    await page.goto('/operator/vendors/018f2f4e-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'There is no such vendor' }).waitFor()
  })

  test('a viewer reads everything but the team, and has no button that would be refused', async () => {
    const viewer = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await signInPerson(
      viewer,
      await person(service.t, { isPlatform: true, role: 'VIEWER' }),
      '/operator/vendors'
    )
    await viewer.getByRole('table', { name: 'Vendors' }).getByRole('link', { name: 'Harbor Supply' }).click()
    const parts = viewer.getByRole('navigation', { name: 'Parts of the vendor' })
    await parts.waitFor()
    assert.equal(await viewer.getByRole('link', { name: 'New vendor' }).count(), 0)
    assert.equal(await parts.getByRole('link', { name: 'Team' }).count(), 0)
    await parts.getByRole('link', { name: 'Terms' }).click()
    await viewer.getByText('The vendor is active').waitFor()
    assert.equal(await viewer.locator('#content').getByRole('button').count(), 0)
    await parts.getByRole('link', { name: 'Statements' }).click()
    await viewer.getByRole('button', { name: 'Actions for statement 1' }).click()
    await viewer.getByRole('menuitem', { name: 'Download the PDF' }).waitFor()
    assert.equal(await viewer.getByRole('menuitem').count(), 1)
    assert.equal(await viewer.getByRole('button', { name: 'Add an adjustment' }).count(), 0)
    await viewer.goto(`/operator/vendors/${harbor}/team`)
    await viewer.getByRole('heading', { name: 'Page not found' }).waitFor()
    await viewer.context().close()
    assert.deepEqual(
      service.problems.filter((problem) => !refused.test(problem)),
      []
    )
  })
})
