import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const operatorEmail = 'operator@purveyor.test'
/** What the browser reports of requests that are refused on purpose. */
const refused = /status of 4(00|04|09|12)/

type Category = { id: string; name: string; totalProductCount: number; children: Category[] }

describe('categories, collections, tags and facets', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    operator = await accessToken(service.t, operatorEmail)
    page = await opened(operatorEmail, '/operator/categories')
  })
  after(() => service.stop())

  async function opened(email: string, path: string): Promise<Page> {
    const one = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    one.setDefaultTimeout(30_000)
    await signIn(one, email, path)
    return one
  }
  async function call(request: string, body?: object) {
    const answer = await service.t.call(request, { as: operator, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  async function find(name: string): Promise<Category> {
    const { categories } = await call('GET /platform/categories?counts=true')
    const all = (nodes: Category[]): Category[] => nodes.flatMap((node) => [node, ...all(node.children)])
    const found = all(categories).find((one) => one.name === name)
    assert.ok(found, `there is no category ${name}`)
    return found
  }
  const names = ({ children }: Category) => children.map(({ name }) => name)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focusedText = () =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
  /** Presses Tab until an element has the focus whose name or text begins so. */
  async function tabTo(text: string): Promise<void> {
    for (let n = 0; n < 60; n++) {
      if ((await focusedText()).startsWith(text)) return
      await press('Tab')
    }
    assert.fail(`Tab never reached ${text}`)
  }
  const focusIsOn = (text: string) => until(async () => (await focusedText()).startsWith(text))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} \\d`) })
  const noProblems = () =>
    assert.deepEqual(
      service.problems.splice(0).filter((problem) => !refused.test(problem)),
      []
    )

  test('a tree is built, sorted, moved and pruned by keyboard alone', async () => {
    await item('Hand Tools').waitFor()
    await tabTo('Hand Tools')
    await press('f')
    await focusIsOn('Fasteners')
    await press('ArrowLeft')
    await until(async () => (await item('Fasteners').getAttribute('aria-expanded')) === 'false')
    await press('Insert')
    await page.getByRole('textbox', { name: 'Name of the new category' }).waitFor()
    await page.keyboard.type('Rivets')
    await press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Rivets' }).waitFor()
    await focusIsOn('Rivets')
    await press('F2')
    await page.getByRole('textbox', { name: 'Name of “Rivets”' }).waitFor()
    await page.keyboard.type('Blind rivets')
    await press('Enter')
    await item('Blind rivets').waitFor()
    await focusIsOn('Blind rivets')
    assert.deepEqual(names(await find('Fasteners')), ['Blind rivets', 'Bolts', 'Nuts', 'Screws', 'Anchors'])
    await press('Alt+ArrowDown')
    await until(async () => (await item('Blind rivets').getAttribute('aria-posinset')) === '2')
    assert.deepEqual(names(await find('Fasteners')), ['Bolts', 'Blind rivets', 'Nuts', 'Screws', 'Anchors'])

    await focusIsOn('Blind rivets')
    await press('Control+x', 'Home')
    await focusIsOn('Hand Tools')
    await press('Control+v')
    await page.getByRole('dialog', { name: 'Move “Blind rivets”' }).waitFor()
    await page.getByText('No products are affected.').waitFor()
    await tabTo('Move')
    await press('Enter')
    await page.getByText('“Blind rivets” was moved').waitFor()
    assert.ok(names(await find('Hand Tools')).includes('Blind rivets'))

    await item('Blind rivets').focus()
    await press('Delete')
    await page.getByText('It has no products and no subcategories').waitFor()
    await tabTo('Delete')
    await press('Enter')
    await page.getByText('“Blind rivets” was deleted').waitFor()
    assert.ok(!names(await find('Hand Tools')).includes('Blind rivets'))
    await item('Power Tools').focus()
    await press('End', 'ArrowLeft')
    await focusIsOn('Facility Maintenance')
    assert.deepEqual(await faultsOf(page), [])
    noProblems()
  })

  test('a category is dragged below another one, and reorders by drag', async () => {
    await item('Nuts').dragTo(item('Bolts'))
    await page.getByRole('dialog', { name: 'Move “Nuts”' }).waitFor()
    await page
      .getByText(/will be asked for/)
      .first()
      .waitFor()
    await button('Cancel').click()
    await item('Screws').dragTo(item('Bolts'), { targetPosition: { x: 60, y: 2 } })
    await until(async () => (await item('Screws').getAttribute('aria-posinset')) === '1')
    assert.equal(names(await find('Fasteners'))[0], 'Screws')
    noProblems()
  })

  test('a merge shows what it does and what is against it, and loses no change of someone else', async () => {
    const [drills, gloves] = [await find('Drills'), await find('Gloves')]
    const rule = { name: 'Drills first', isActive: false, when: { categoryIds: [drills.id] }, then: 'QUEUE' }
    const { id: ruleId } = await call('POST /platform/approval-rules', rule)
    await item('Drills').click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('All drills')
    await call(`PATCH /platform/categories/${drills.id}`, { slug: 'every-drill' })
    await button('Save').click()
    await page.getByText('Someone else changed this').waitFor()
    assert.equal(await name.inputValue(), 'All drills')
    await until(
      async () => (await page.getByRole('textbox', { name: 'Slug' }).inputValue()) === 'every-drill'
    )
    await button('Save').click()
    await page.getByText('“All drills” was saved').waitFor()

    await button('Actions for All drills').click()
    await page.getByRole('menuitem', { name: 'Merge into…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge “All drills”' })
    const choose = async (option: string) => {
      await dialog.getByRole('combobox', { name: 'Merge into' }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await choose('Gloves')
    await dialog.getByText('The approval rule "Drills first" has the category', { exact: false }).waitFor()
    assert.ok(await button('Merge').isDisabled())
    await call(`DELETE /platform/approval-rules/${ruleId}`)
    await choose('Eye Protection')
    await dialog.getByText(/^\d+ products? of “All drills” will be in “Eye Protection”/).waitFor()
    await choose('Gloves')
    await dialog.getByText('Coating will be asked for (required)').waitFor()
    await dialog.getByText('Voltage is no longer asked for').waitFor()
    await dialog.getByRole('row', { name: /Harbor Supply/ }).waitFor()
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await call(`PATCH /platform/categories/${drills.id}`, { position: 9 })
    await button('Merge').click()
    await dialog.getByRole('alert').waitFor()
    await until(() => button('Merge').isEnabled())
    await button('Merge').click()
    await page.getByText('“All drills” was merged into “Gloves”').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Gloves' }).waitFor()
    await item('All drills').waitFor({ state: 'detached' })
    const merged = await find('Gloves')
    assert.equal(merged.totalProductCount, gloves.totalProductCount + drills.totalProductCount)
    await item('Gloves')
      .filter({ hasText: String(merged.totalProductCount) })
      .waitFor()
    noProblems()
  })

  test('tags are created, merged and deleted, and values of a facet are sorted', async () => {
    await page.goto('/operator/tags')
    await button('New tag').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Refurbished')
    await button('Create').click()
    await page.getByText('“Refurbished” was created').waitFor()
    const choose = async (tag: string, action: string) => {
      await button(`Actions for ${tag}`).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Clearance', 'Merge into…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Merge into' }).click()
    await page.getByRole('option', { name: 'Refurbished' }).click()
    await dialog.getByText('the other one instead, and “Clearance” is deleted', { exact: false }).waitFor()
    await button('Merge').click()
    await page.getByText('“Clearance” was merged into “Refurbished”').waitFor()
    await button('Actions for Clearance').waitFor({ state: 'detached' })
    await choose('Refurbished', 'Delete')
    await dialog.getByText(/It is removed from \d+ product/).waitFor()
    await button('Delete').click()
    await page.getByText('“Refurbished” was deleted').waitFor()
    const { tags } = await call('GET /platform/tags')
    assert.deepEqual(
      tags.map((tag: Category) => tag.name),
      ['Made in USA', 'New']
    )
    assert.deepEqual(await faultsOf(page), [])

    await page.getByRole('link', { name: 'Facets' }).click()
    await page.getByRole('link', { name: 'Material' }).click()
    await button('Move “Nylon” up').click()
    const rows = page.getByRole('table', { name: 'Values' }).getByRole('row')
    await until(async () => (await rows.nth(3).innerText()).startsWith('Nylon'))
    await choose('Brass', 'Edit')
    await page.getByRole('textbox', { name: 'Name' }).fill('Solid brass')
    await button('Save').click()
    await page.getByText('“Solid brass” was saved').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    noProblems()
  })

  test('a viewer reads everything and can change nothing', async () => {
    await service.t.sql`update users set role = 'VIEWER' where email = 'moderator@purveyor.test'`
    const { id } = await find('Gloves')
    const viewer = await opened('moderator@purveyor.test', `/operator/categories/${id}`)
    const slug = viewer.getByRole('textbox', { name: 'Slug' })
    await slug.waitFor()
    assert.equal(await slug.getAttribute('readonly'), '')
    const none = async () =>
      assert.equal(await viewer.getByRole('button', { name: /^(New|Actions|Move|Drop|Keys)/ }).count(), 0)
    await none()
    await viewer.getByRole('treeitem', { name: /^Gloves/ }).press('F2')
    await viewer.getByRole('treeitem', { name: /^Gloves/ }).press('Delete')
    assert.equal(await viewer.getByRole('dialog').count(), 0)
    assert.equal(await viewer.getByRole('tree').getByRole('textbox').count(), 0)
    for (const name of ['Collections', 'Tags', 'Facets']) {
      await viewer.getByRole('link', { name, exact: true }).click()
      await viewer.getByRole('table', { name }).getByRole('row').nth(1).waitFor()
      await none()
    }
    noProblems()
  })
})
