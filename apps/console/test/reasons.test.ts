import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sequenceEvents } from '../../api/src/events.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const operatorEmail = 'operator@purveyor.test'
const refused = /status of 4(00|04|12)/

describe('reasons and statistics', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    operator = await accessToken(service.t, operatorEmail)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(30_000)
    await signIn(page, operatorEmail, '/operator/reasons')
  })
  after(() => service.stop())

  const api = async (request: string, body?: object) => {
    const answer = await service.t.call(request, { as: operator, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const find = async (code: string) => {
    const { reasonTemplates } = await api('GET /platform/reason-templates')
    return reasonTemplates.find((template: { code: string }) => template.code === code)
  }
  const drawer = () => page.getByRole('dialog')
  const code = (text: string) => page.getByRole('button', { name: text, exact: true })
  const fieldOf = (name: string) => drawer().getByRole('textbox', { name, exact: true })
  const press = (name: string) => drawer().getByRole('button', { name, exact: true }).click()
  /** Waits until the element with this label or text has the focus, which dialogs return after they have closed. */
  const untilFocused = (name: string) =>
    page.waitForFunction(
      `(document.activeElement.ariaLabel ?? document.activeElement.textContent) === ${JSON.stringify(name)}`
    )

  test('a reason is created with a suggested code, and errors are shown at their fields', async () => {
    await page.goto('/operator/reasons')
    await page.getByRole('button', { name: 'New reason' }).click()
    await fieldOf('Text').fill('The size is missing. Please add it.')
    assert.equal(await fieldOf('Code').inputValue(), 'SIZE_MISSING_ADD')
    await fieldOf('Code').fill('wrong image')
    await press('Create')
    await drawer().getByText('Another reason has this code.').waitFor()
    await page.waitForFunction("document.activeElement.value === 'WRONG_IMAGE'")
    await fieldOf('Code').fill('no size')
    await drawer().getByLabel('Fields', { exact: true }).first().click()
    await page.getByRole('option', { name: 'Categories' }).click()
    await page.keyboard.press('Tab')
    await press('Create')
    await drawer().waitFor({ state: 'hidden' })
    await code('NO_SIZE').waitFor()
    await untilFocused('New reason')
    const { text, fields } = await find('NO_SIZE')
    assert.deepEqual([text, fields], ['The size is missing. Please add it.', ['categories', 'categoryIds']])
  })

  test('what was typed survives a reload, and the reason has an address', async () => {
    await page.goto('/operator/reasons')
    await code('NO_IMAGE').click()
    await fieldOf('Text').fill('Please add an image.')
    assert.match(page.url(), /\?edit=[\da-f-]{36}$/)
    await page.reload()
    await drawer().getByText('Your unsaved changes were restored.').waitFor()
    assert.equal(await fieldOf('Text').inputValue(), 'Please add an image.')
    await press('Discard them')
    assert.equal(await fieldOf('Text').inputValue(), 'The product needs at least one image.')
    await press('Cancel')
    assert.equal(new URL(page.url()).search, '')
  })

  test('a change by someone else is shown with its author, and is not overwritten unseen', async () => {
    const { id } = await find('DUPLICATE')
    await page.goto(`/operator/reasons?edit=${id}`)
    await fieldOf('Text').fill('Mine.')
    const moderator = await accessToken(service.t, 'moderator@purveyor.test')
    const body = { text: 'Theirs.' }
    const changed = await service.t.call(`PATCH /platform/reason-templates/${id}`, { as: moderator, body })
    assert.equal(changed.status, 200, changed.text)
    await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
    await press('Save')
    await drawer()
      .getByText(/^.+ changed this reason$/)
      .waitFor()
    assert.equal((await find('DUPLICATE')).text, 'Theirs.')
    assert.match((await drawer().getByRole('alert').textContent()) ?? '', /Text now: Theirs\./)
    await press('Save')
    await drawer().waitFor({ state: 'hidden' })
    assert.equal((await find('DUPLICATE')).text, 'Mine.')
  })

  test('a reason is deleted after a question, and one that is gone says so', async () => {
    const { id } = await find('WRONG_UPC')
    await page.goto('/operator/reasons')
    await page.getByRole('button', { name: 'Actions for WRONG_UPC' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await drawer().getByText('The UPC belongs to another product.').waitFor()
    await press('Cancel')
    await drawer().waitFor({ state: 'hidden' })
    await untilFocused('Actions for WRONG_UPC')
    await page.getByRole('button', { name: 'Actions for WRONG_UPC' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await press('Delete the reason')
    await drawer().waitFor({ state: 'hidden' })
    await untilFocused('Search codes and texts')
    assert.equal(await find('WRONG_UPC'), undefined)
    await page.goto(`/operator/reasons?edit=${id}`)
    await drawer().getByText('Reason not found').waitFor()
  })

  test('the search and the field are in the address', async () => {
    await page.goto('/operator/reasons?q=image&field=images')
    await page.getByText('3 of', { exact: false }).waitFor()
    await code('WRONG_IMAGE').waitFor()
    assert.equal(await code('DUPLICATE').count(), 0)
    await page.getByLabel('Search codes and texts').fill('nothing like this')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await code('DUPLICATE').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('a viewer reads a reason and changes nothing', async () => {
    const viewer = await service.t.operator('VIEWER')
    const other = await service.newPage({ locale: 'en-US' })
    await other.route('**/api/v1/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${viewer}` } })
    )
    await signIn(other, operatorEmail, '/operator/reasons')
    await other.getByRole('button', { name: 'WRONG_IMAGE', exact: true }).click()
    await other.getByRole('dialog').getByText('An image shows another product.').waitFor()
    const buttons = other.getByRole('button', { name: /^(New reason|Save|Delete|Actions for .*)$/ })
    assert.equal(await buttons.count(), 0)
    await other.context().close()
  })

  test('statistics are those of the API, as figures, chart and table', async () => {
    const { waiting, decidedPerDay } = await api('GET /platform/moderation/statistics?days=90')
    const sum = (name: string) =>
      decidedPerDay.reduce((total: number, day: Record<string, number>) => total + (day[name] ?? 0), 0)
    await page.goto('/operator/statistics?days=90')
    const edits = page.getByRole('link', { name: /^Edits/ })
    const { count } = waiting.find(({ kind }: { kind: string }) => kind === 'REVISION')
    assert.match((await edits.textContent()) ?? '', new RegExp(`^Edits${count}`))
    assert.equal(await edits.getAttribute('href'), '/operator/queue?kind=REVISION')
    await page.getByText(`${sum('approved')} approved, ${sum('rejected')} rejected`).waitFor()
    await page.getByRole('link', { name: 'Harbor Supply' }).waitFor()
    await page.getByRole('button', { name: 'Rejection reasons of Harbor Supply' }).click()
    const { id } = (await api('GET /platform/vendors')).vendors.find(
      ({ name }: { name: string }) => name === 'Harbor Supply'
    )
    const { snapshots } = await api(`GET /platform/moderation/snapshots?decision=REJECTED&vendorId=${id}`)
    await page
      .getByRole('table', { name: 'Rejections by vendor' })
      .getByText(snapshots[0].reasons[0].text, { exact: true })
      .waitFor()

    const chart = page.getByRole('slider')
    const last = decidedPerDay.at(-1)
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    const text = () => chart.getAttribute('aria-valuetext')
    assert.match(
      (await text()) ?? '',
      new RegExp(`, Approved: ${last.approved}, Rejected: ${last.rejected},`)
    )
    await page.keyboard.press('Home')
    assert.equal(await chart.getAttribute('aria-valuenow'), '0')
    await page.getByText('Table', { exact: true }).click()
    const table = page.getByRole('region', { name: 'Decisions per day', exact: true }).getByRole('table')
    assert.equal(await table.getByRole('row').count(), 91)
    await page.getByText('400 days', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'Week (UTC)' }).waitFor()
    assert.equal(new URL(page.url()).search, '?days=400&as=table')
  })

  test('a period without decisions says so', async () => {
    await service.t.sql`delete from moderation_snapshots where decided_at > now() - interval '8 days'`
    await page.goto('/operator/statistics?days=7')
    await page.getByText('Nothing was decided in the last 7 days').waitFor()
    await page.getByText('Nothing was rejected in this period.').first().waitFor()
  })

  test('the chart is drawn again with the colours of the other theme', async () => {
    const pixels = () => page.evaluate<string>("document.querySelector('canvas').toDataURL()")
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/operator/statistics?days=400')
    await page.locator('canvas').waitFor()
    const light = await pixels()
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(async () => (await pixels()) !== light)
  })

  test('reasons and statistics are accessible', async () => {
    const addresses = {
      '/operator/statistics?days=400': 'Harbor Supply',
      '/operator/statistics?days=400&as=table': 'Harbor Supply'
    }
    for (const [address, text] of Object.entries(addresses)) {
      await page.goto(address)
      await page.getByText(text, { exact: true }).first().waitFor()
      assert.deepEqual(await faultsOf(page, { part: '#content' }), [], address)
    }
  })

  test('nothing was refused by the content security policy, and no script failed', () => {
    const expected = service.problems.filter((problem) => refused.test(problem))
    assert.deepEqual(
      service.problems.filter((problem) => !expected.includes(problem)),
      []
    )
  })
})
