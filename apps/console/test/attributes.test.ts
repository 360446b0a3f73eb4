import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'
const operatorEmail = 'operator@purveyor.test'
/** What the browser reports of requests that are refused on purpose. */
const refused = /status of 4(00|04|09|12)/

type Category = { id: string; name: string; children: Category[] }

describe('attributes', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let vendor: string
  let operator: string
  let power: string
  let drills: string
  let page: Page
  let staff: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    vendor = await accessToken(service.t, owner)
    operator = await accessToken(service.t, operatorEmail)
    const { categories } = await call('GET /platform/categories', operator)
    const tools = categories.find(({ name }: Category) => name === 'Power Tools') as Category
    power = tools.id
    drills = tools.children.find(({ name }) => name === 'Drills')?.id ?? ''
    staff = await opened(operatorEmail, '/operator/attributes/new')
    page = await opened(owner, '/vendor/products/new')
  })
  after(() => service.stop())

  async function opened(email: string, path: string): Promise<Page> {
    const one = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    one.setDefaultTimeout(30_000)
    one.on('dialog', (question) => void question.accept())
    await signIn(one, email, path)
    return one
  }
  async function call(request: string, as: string, body?: object) {
    const answer = await service.t.call(request, { as, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
  const field = (on: Page, name: string) => on.getByRole('textbox', { name, exact: true })
  const choose = async (on: Page, list: string, option: string) => {
    await on.getByRole('combobox', { name: list }).click()
    await on.getByRole('option', { name: option, exact: true }).click()
  }
  const noProblems = () =>
    assert.deepEqual(
      service.problems.splice(0).filter((problem) => !refused.test(problem)),
      []
    )

  test('an operator creates an attribute, after all errors were shown at their fields', async () => {
    await field(staff, 'Name').fill('Grip colour')
    assert.equal(await field(staff, 'Code').inputValue(), 'grip_colour')
    await choose(staff, 'Type', 'One option')
    await staff.getByRole('radio', { name: 'Each variant' }).check()
    await button(staff, 'Create the attribute').click()
    await staff.getByText('Must have at least one option.').waitFor()
    await button(staff, 'Add several').click()
    await staff
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Options' })
      .fill('Red\nDark blue;navy\nGreen')
    await button(staff, 'Add 3 options').click()
    await button(staff, 'Move “Green” up').click()
    await field(staff, 'Code of option 3').fill('red')
    await button(staff, 'Create the attribute').click()
    await staff.locator('[aria-label="Code of option 3"][aria-invalid=true]').waitFor()
    await staff.reload()
    await field(staff, 'Code of option 3').fill('navy')
    await button(staff, 'Create the attribute').click()
    await staff.getByRole('heading', { level: 1, name: 'Grip colour' }).waitFor()
    const { attributes } = await call('GET /platform/attributes?type=OPTION', operator)
    const created = attributes.find(({ code }: { code: string }) => code === 'grip_colour')
    assert.deepEqual(
      created.options.map(({ code, label }: Record<string, string>) => [code, label]),
      [
        ['red', 'Red'],
        ['green', 'Green'],
        ['navy', 'Dark blue']
      ]
    )
    assert.deepEqual(await faultsOf(staff), [])
    noProblems()
  })

  test('a category asks for attributes, after a preview of what that does to products', async () => {
    await staff.goto('/operator/attributes?view=categories')
    await staff.getByRole('searchbox', { name: 'Search categories' }).fill('power tools › dri')
    await staff.getByRole('link', { name: 'Drills' }).click()
    await choose(staff, 'Add an attribute', 'Grip colour (grip_colour)')
    await choose(staff, 'Requirement of Grip colour', 'Required')
    await button(staff, 'Make stricter: Voltage').click()
    await button(staff, 'Check and save').click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByText(/\d+ products? of \d+ vendors? would get new issues/).waitFor()
    await dialog.getByText('Grip colour is missing').waitFor()
    await dialog.getByRole('row', { name: /Harbor Supply/ }).waitFor()
    assert.deepEqual(await faultsOf(staff, { part: '[role=dialog]', at: [1440] }), [])
    await button(staff, 'Cancel').click()

    // Someone else changes the attributes in the meantime. Nothing of either is lost.
    const chuck = { attribute: 'chuck', requirement: 'OPTIONAL' }
    await call(`PUT /platform/categories/${drills}/attributes`, operator, { attributes: [chuck] })
    await button(staff, 'Check and save').click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await staff.getByText('Someone else changed this').waitFor()
    await button(staff, 'Check and save').click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await staff.getByText('The attributes of “Drills” were saved').waitFor()
    const { attributes } = await call(`GET /platform/categories/${drills}/attributes`, operator)
    assert.deepEqual(
      attributes.map(({ attribute, requirement }: Record<string, string>) => [attribute, requirement]),
      [
        ['chuck', 'RECOMMENDED'],
        ['grip_colour', 'REQUIRED'],
        ['voltage', 'REQUIRED']
      ]
    )

    await choose(staff, 'Requirement of Voltage', 'Optional')
    await button(staff, 'Check and save').click()
    await staff.getByText('The parent categories are stricter.').waitFor()
    await button(staff, 'Discard').click()
    assert.deepEqual(await faultsOf(staff), [])
    noProblems()
  })

  test('a vendor fills in the attributes of a new product, and reads at once what is wrong', async () => {
    await field(page, 'Name').fill('Cordless drill')
    await field(page, 'SKU').fill('CD-18')
    await page.getByRole('grid', { name: 'Variants' }).locator('[data-row="0"] > [data-column="0"]').click()
    for (const text of ['CD-18-A', 'Each', '90']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await page.getByText('Choose a category to see its attributes.').waitFor()
    await choose(page, 'Categories', 'Drills')
    const cordless = page.getByRole('radiogroup', { name: 'Cordless' })
    await cordless.getByText('No', { exact: true }).click()
    await button(page, 'Create the product').click()
    const open = button(page, 'Add attributes of CD-18-A, 2 missing')
    await page.locator('[aria-invalid=true]').first().waitFor()
    await open.click()
    const dialog = page.getByRole('dialog')
    const voltage = dialog.getByLabel(/^Voltage/)
    await dialog.getByText('Enter a value.').nth(1).waitFor()
    await voltage.fill('18 V')
    await dialog.getByText('Enter a number such as 12.5.').waitFor()
    await voltage.fill('500')
    await dialog.getByText('Enter 480 V or less.').waitFor()
    await voltage.fill('18.50')
    assert.equal(await voltage.getAttribute('aria-invalid'), null)
    await choose(page, 'Grip colour', 'Dark blue')
    await dialog.getByRole('button', { name: 'Add an attribute' }).click()
    await field(page, 'Name of attribute 1').fill('note')
    await field(page, 'Value of attribute 1').fill('new')
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await button(page, 'Create the product').click()
    await page.getByRole('heading', { level: 1, name: 'Cordless drill' }).waitFor()
    const product = await call(`GET /vendor/products/${page.url().split('/').at(-1)}`, vendor)
    assert.deepEqual(product.attributes, { cordless: false })
    assert.deepEqual(product.variants[0].attributes, { voltage: 18.5, grip_colour: 'navy', note: 'new' })
    noProblems()
  })

  test('what is missing leads to its field, keeps the operator from approving, and is gone when it is saved', async () => {
    const variants = [{ sku: 'OLD-1', name: 'Each', vendorPrice: 4 }]
    const created = await call('POST /vendor/products', vendor, { name: 'Old drill', sku: 'OLD', variants })
    await call(`PATCH /vendor/products/${created.id}`, vendor, { categoryIds: [drills] })
    await staff.goto(`/operator/queue?kind=PRODUCT&entry=PRODUCT.${created.id}`)
    await staff.getByText("Can't be approved: Voltage is missing and Grip colour is missing.").waitFor()
    assert.equal(await staff.getByRole('button', { name: /^Approve/ }).isDisabled(), true)

    await page.goto('/vendor/products?hasAttributeIssues=true')
    await page.getByRole('link', { name: 'Old drill' }).click()
    await page.getByText('2 attributes need a correction').waitFor()
    assert.deepEqual(await faultsOf(page, { at: [360] }), [])
    await button(page, 'Voltage of OLD-1').click()
    await until(() => page.evaluate<boolean>("document.activeElement.dataset.attribute === 'voltage'"))
    await page.keyboard.type('12')
    await choose(page, 'Grip colour', 'Red')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByText('All are filled in.').waitFor()
    await button(page, 'Save').click()
    await page.getByText('“Old drill” was saved').waitFor()
    await page.getByText('All are filled in.').waitFor({ state: 'detached' })

    await staff.reload()
    await staff.getByRole('button', { name: /^Approve/ }).click()
    await staff.getByText('Approved: Old drill').waitFor()
    noProblems()
  })

  test('changed attributes of a live product are compared value by value, and a rejected change can be corrected', async () => {
    const { products } = await call('GET /vendor/products?search=OLD', vendor)
    const [{ id }] = products
    await page.goto(`/vendor/products/${id}`)
    await page.getByRole('radiogroup', { name: 'Cordless' }).getByText('Yes', { exact: true }).click()
    await page.getByText('Published after approval: Attributes').waitFor()
    await button(page, 'Save').click()
    const staged = page.getByRole('region', { name: 'Waiting for approval: Attributes' })
    await staged.getByText('Yes', { exact: true }).waitFor()

    await staff.goto(`/operator/queue?kind=REVISION&entry=REVISION.${id}`)
    const difference = staff.getByRole('region', { name: 'Attributes' })
    await difference.getByText('Cordless').waitFor()
    await difference.getByText('Yes', { exact: true }).waitFor()
    assert.deepEqual(await faultsOf(staff, { at: [1440] }), [])
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    const body = { version, reasons: [{ text: 'It has a cord.' }] }
    await call(`POST /platform/products/${id}/revision/reject`, operator, body)
    await page.reload()
    await page.getByText('You proposed: “Cordless: Yes”').waitFor()
    await button(page, 'Correct the rejected values').click()
    await page.getByText('Published after approval: Attributes').waitFor()
    await button(page, 'Discard').click()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Voltage:').first().waitFor()
    noProblems()
  })

  test('a definition is changed after its preview, and deleted', async () => {
    await staff.goto('/operator/attributes?q=grip')
    await staff.getByRole('link', { name: 'Grip colour' }).click()
    await staff.getByRole('link', { name: 'Power Tools › Drills' }).waitFor()
    await button(staff, 'Remove “Red”').click()
    await button(staff, 'Check and save').click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByText('1 product of 1 vendor would get new issues').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await staff.getByText('“Grip colour” was saved').waitFor()
    await button(staff, 'Delete').click()
    await dialog.getByText('It is removed from 1 category.', { exact: false }).waitFor()
    await button(staff, 'Delete the attribute').click()
    await staff.getByText('“Grip colour” was deleted').waitFor()
    await staff.getByRole('link', { name: 'Voltage' }).waitFor()
    assert.equal(await staff.getByRole('link', { name: 'Grip colour' }).count(), 0)
    assert.deepEqual(await faultsOf(staff), [])
    noProblems()
  })

  test('settings are saved after an error was shown at its field, and apply to vendors', async () => {
    await staff.getByRole('link', { name: 'Marketplace' }).click()
    await staff.getByRole('radio', { name: 'Refuse it' }).check()
    await staff.getByRole('radio', { name: 'Refuse them' }).check()
    await field(staff, 'Minutes for which a quote is valid').fill('0')
    await button(staff, 'Save').click()
    await staff.getByText('Must be 1 or more.').waitFor()
    await field(staff, 'Minutes for which a quote is valid').fill('20')
    await button(staff, 'Save').click()
    await staff.getByText('The settings were saved').waitFor()
    const { upcCheck, attributes, quoteMinutes } = await call('GET /platform/settings', operator)
    assert.deepEqual([upcCheck, attributes, quoteMinutes], ['REFUSE', 'STRICT', 20])
    assert.deepEqual(await faultsOf(staff), [])
    noProblems()
  })

  test('a viewer of the operator reads attributes and settings, and can change none', async () => {
    await service.t.sql`update users set role = 'VIEWER' where email = 'moderator@purveyor.test'`
    const viewer = await opened('moderator@purveyor.test', `/operator/attributes/categories/${power}`)
    await viewer.getByRole('combobox', { name: 'Requirement of Voltage' }).waitFor()
    for (const name of ['Move “Voltage” up', 'Remove “Voltage”', 'Check and save'])
      assert.equal(await button(viewer, name).count(), 0)
    await viewer.getByRole('link', { name: 'Voltage', exact: true }).click()
    await viewer.getByRole('textbox', { name: 'Largest value' }).waitFor()
    assert.equal(await viewer.getByRole('textbox', { name: 'Largest value' }).getAttribute('readonly'), '')
    assert.equal(await button(viewer, 'Delete').count(), 0)
    assert.deepEqual(await faultsOf(viewer), [])
    await viewer.getByRole('link', { name: 'Marketplace' }).click()
    assert.ok(await viewer.getByRole('radio', { name: 'Refuse it' }).isDisabled())
    noProblems()
  })
})
