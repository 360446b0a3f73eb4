import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ruleCalls } from '../../api/test/approval-rules.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { signIn } from './sign-in.ts'

const owner = 'operator@purveyor.test'
const moderator = 'moderator@purveyor.test'
const path = '/operator/rules'

describe('the screen of approval rules', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    operator = await service.t.operator('EDITOR')
    page = await service.newPage()
    await signIn(page, owner, path)
    page.setDefaultTimeout(10_000)
  })
  after(() => service.stop())
  beforeEach(async () => {
    await service.t.sql`delete from approval_rules where name like 'Test%'`
    await page.goto(path)
  })
  const rules = ruleCalls(() => ({ t: service.t, operator }))
  const names = async (): Promise<string[]> =>
    (await rules.list()).body.rules.map(({ name }: { name: string }) => name)
  const list = (on = page) => on.getByRole('list', { name: /^Approval rules in the order/ })
  const row = (name: string, on = page) => list(on).locator('> li').filter({ hasText: name })
  const focused = () =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.name')

  async function addCondition(label: string) {
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }

  test('shows each rule in words, with what it would have decided', async () => {
    const rejecting = row('Keystone: other new products')
    await rejecting.getByText('New products of Keystone Fasteners.').waitFor()
    await rejecting.getByText('Rejected 1').waitFor()
    await row('Keystone: new pictures').getByText('Off: decides nothing').waitFor()
    await page.getByText(/^Of 16 decisions in the last 30 days/).waitFor()
  })

  test('changes the order by buttons, which keep the focus, and by dragging', async () => {
    const before = await names()
    const [first = '', second = '', third = '', ...others] = before
    await page.getByRole('button', { name: `Move “${second}” up` }).press('Enter')
    await page.getByText(`“${second}” is now number 1 of ${before.length}.`).waitFor()
    assert.equal(await focused(), `Move “${second}” up`)
    await page.getByRole('button', { name: `Move “${second}” down` }).press('Enter')
    await page.getByRole('button', { name: `Move “${second}” down` }).press('Enter')
    await page.getByText(`“${second}” is now number 3 of ${before.length}.`).waitFor()
    await eventually(async () => assert.deepEqual(await names(), [first, third, second, ...others]))

    const from = await boxOf(page.getByTitle(`Drag to move “${second}”`))
    const to = await boxOf(row(first))
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x, to.y + to.height + 20, { steps: 4 })
    await page.mouse.up()
    await eventually(async () => assert.deepEqual(await names(), before))
  })

  test('undoes a move if someone else has changed the rules, and says so', async () => {
    await row('Keystone: new pictures').waitFor()
    await rules.made({ name: 'Test: of someone else' })
    const before = await names()
    await page.getByRole('button', { name: `Move “${before[0]}” down` }).click()
    await page.getByText('Someone else changed the rules.', { exact: false }).waitFor()
    await row('Test: of someone else').waitFor()
    assert.deepEqual(await names(), before)
    assert.match((await list().locator('> li').allInnerTexts())[0] ?? '', /without links and advertising/)
  })

  test('accepts a move right after the answer to another one, before the page shows it', async () => {
    const other = await service.newPage()
    await signIn(other, owner, path)
    const [first = '', second = '', third = ''] = await names()
    await row(first, other).waitFor()
    // Without these timers, the list that was answered isn't shown.
    await other.evaluate(`window.later = []; const { setTimeout } = window
      window.setTimeout = (run, delay, ...args) => delay ? setTimeout(run, delay, ...args) : window.later.push(run)`)
    const move = async (name: string) => {
      const answered = other.waitForResponse(/approval-rules\/order$/)
      await other.getByRole('button', { name }).press('Enter')
      const answer = await answered
      await answer.finished()
      return answer.status()
    }
    assert.equal(await move(`Move “${first}” down`), 200)
    await other.waitForFunction('window.later.length > 0')
    assert.equal(await move(`Move “${third}” up`), 200)
    assert.deepEqual((await names()).slice(0, 3), [second, third, first])
    await other.context().close()
  })

  test('creates a rule, after errors and a reload, and switches it on after a look at its preview', async () => {
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByText('No conditions: every entry matches').waitFor()
    await addCondition('Vendors')
    await page.getByRole('combobox', { name: 'Vendors' }).fill('Harb')
    await page.getByRole('option', { name: 'Harbor Supply' }).click()
    await page.keyboard.press('Tab')
    await addCondition('Without these words')
    await paste('spam, advertising\n!!!')
    await page.getByRole('button', { name: 'Create the rule' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('“!!!”: must contain a letter or a digit').waitFor()
    await page.reload()
    await page.getByText('Your unsaved changes were restored.').waitFor()
    await page.getByRole('combobox', { name: 'Without these words' }).press('Backspace')
    await page.getByText('Harbor Supply').first().waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill('Test: Harbor')
    await page.getByRole('button', { name: /^Stackhold Boltless/ }).click()
    await page
      .getByRole('dialog', { name: /^Stackhold/ })
      .getByText('Decided: rejected')
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create the rule' }).click()
    const created = row('Test: Harbor')
    await created
      .getByText('New products and staged edits of Harbor Supply, without “spam” or “advertising”')
      .waitFor()
    assert.equal((await names()).at(-1), 'Test: Harbor')

    await created.getByRole('switch').focus()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: 'Switch on “Test: Harbor”?' })
    await dialog.getByText(/People decided differently/).waitFor()
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await created.getByText(/People decided differently/).waitFor()
    const { body } = await rules.list()
    assert.equal(body.rules.at(-1).isActive, true)
  })

  test('keeps the form when someone else changes the rule, and asks which version to use', async () => {
    const id = await rules.made({ name: 'Test: shared' })
    await page.goto(`${path}/${id}`)
    await page.getByLabel('Name', { exact: false }).first().fill('Test: mine')
    await rules.update(id, { name: 'Test: theirs', when: { minImages: 1 } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/changed this rule$/).waitFor()
    await page.getByText('Changed: name and conditions.', { exact: false }).waitFor()
    assert.equal((await rules.read(id)).body.name, 'Test: theirs')
    await page.getByRole('button', { name: 'Keep my version' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await row('Test: mine').getByText('Every new product').waitFor()
    const { body } = await rules.read(id)
    assert.deepEqual([body.name, body.when], ['Test: mine', {}])
  })

  test('keeps unsaved changes when the page is left, and discards them on request', async () => {
    const id = await rules.made({ name: 'Test: draft' })
    await page.goto(`${path}/${id}`)
    await page.getByLabel('Name', { exact: false }).first().fill('Test: typed')
    await page.getByRole('link', { name: 'All rules' }).click()
    await page.getByText('Your changes to “Test: typed” stay in this tab', { exact: false }).waitFor()
    await row('Test: draft').getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'Test: draft', exact: true }).click()
    await page.getByText('Your unsaved changes were restored.').waitFor()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('heading', { name: 'Test: draft' }).waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill('Test: saved')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await row('Test: saved').waitFor()
    assert.equal(await page.getByText('Your changes to “Test: saved”', { exact: false }).count(), 0)
  })

  test('applies the rules to what waits, and says what they decided', async () => {
    await rules.made({ name: 'Test: everything', isActive: true })
    await page.reload()
    await page.getByRole('button', { name: 'Apply to the queue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Would be approved [1-9]/).waitFor()
    const waits = async () =>
      (await service.t.sql`select from products where status = 'PENDING_APPROVAL'`).length
    const before = await waits()
    assert.ok(before > 0)
    // Each entry names its rule, also those that are left to people.
    await dialog.getByRole('listitem').filter({ hasText: 'Test: everything' }).first().waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await dialog.getByRole('tab', { name: /^Left to people/ }).click()
    await dialog.getByRole('tabpanel').waitFor()
    assert.equal(await waits(), before)
    await dialog.getByRole('button', { name: /^Approve \d+/ }).click()
    await page
      .getByRole('dialog', { name: 'The rules were applied' })
      .getByText(/^Approved [1-9]/)
      .waitFor()
    assert.ok((await waits()) < before)
  })

  test('deletes a rule after a question; the focus goes to the list', async () => {
    await rules.made({ name: 'Test: to delete' })
    await page.reload()
    await page.getByRole('button', { name: 'Delete “Test: to delete”' }).click()
    await page.getByRole('button', { name: 'Delete the rule' }).click()
    await row('Test: to delete').waitFor({ state: 'detached' })
    await eventually(async () => assert.match(String(await focused()), /^Approval rules in the order/))
    assert.ok(!(await names()).includes('Test: to delete'))
  })

  test('of a deleted category still has a preview', async () => {
    const [category] = await service.t
      .sql`insert into categories (id, name, slug) values (gen_random_uuid(), 'Test', 'test') returning id`
    await rules.made({ name: 'Test: category', isActive: true, when: { categoryIds: [category?.id] } })
    await service.t.sql`delete from categories where id = ${category?.id}`
    await page.reload()
    await row('Test: category').getByText('in deleted category').waitFor()
    await row('Test: category').getByText('Nothing in the last 30 days').waitFor()
  })

  test('shows viewers everything, and no control that would be refused', async () => {
    await service.t.sql`update users set role = 'VIEWER' where email = ${moderator}`
    const viewer = await service.newPage()
    await signIn(viewer, moderator, path)
    const rule = row('Keystone: other new products', viewer)
    await rule.getByText('Rejected 1').waitFor()
    assert.equal(await viewer.getByRole('switch').count(), 0)
    const buttons = await viewer.locator('#content').getByRole('button').count()
    assert.equal(buttons, 0)
    await rule.getByRole('link').click()
    await viewer
      .getByText('This rule would have matched', { exact: false })
      .or(viewer.getByText(/decided differently/))
      .first()
      .waitFor()
    assert.equal(await viewer.locator('form').count(), 0)
    await viewer.goto(`${path}/new`)
    await row('Keystone: other new products', viewer).waitFor()
    assert.equal(new URL(viewer.url()).pathname, path)
  })

  test('says so if there is no such rule', async () => {
    for (const id of ['01990cdf-8800-7000-8000-000000000000', 'nothing']) {
      await page.goto(`${path}/${id}`)
      await page.getByText('Rule not found').waitFor()
    }
  })

  test('is accessible in light and dark, wide and narrow', async () => {
    const id = await rules.made({
      ...{ name: 'Test: full', when: fullConditions, then: 'REJECT', reasons: [{ text: 'No' }] }
    })
    await page.reload()
    await row('Keystone: other new products').getByText('Rejected 1').waitFor()
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [], 'the list')
    await page.goto(`${path}/${id}`)
    await page.getByText('This rule would have matched none of them.').waitFor()
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [], 'a rule')
  })

  test('nothing is refused by the content security policy, and no script fails', () => {
    // Refused moves and versions are reported by the browser as failed requests.
    assert.deepEqual(
      service.problems.filter((text) => !/status of 4\d\d/.test(text)),
      []
    )
  })

  /** Pastes a text into the field that has the focus. */
  async function paste(text: string) {
    await page.evaluate(`{
      const data = new DataTransfer()
      data.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }`)
  }
})

const fullConditions = {
  kinds: ['REVISION'],
  minTrust: 'STANDARD',
  onlyFields: ['name'],
  maxTextChange: 0.5,
  minImages: 1,
  maxVendorPrice: '10',
  withoutWords: ['spam'],
  withoutLinks: true
}

async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox()
  assert.ok(box, 'The element is not shown.')
  return box
}

/** Repeats a check for at most 5 s. */
async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 5000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
