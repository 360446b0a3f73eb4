import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { person, signedIn } from '../../api/test/people.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { enter, enterPassword, signIn, signOut } from './session-steps.ts'

describe('signing in', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  before(async () => {
    service = await startConsoleService()
  })
  after(() => service.stop())

  const operator = () => person(service.t, { isPlatform: true, role: 'OWNER' })
  const seller = async () => person(service.t, { vendorId: (await service.t.vendor()).id, role: 'OWNER' })

  async function openTab(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage()
    service.watch(page)
    await page.goto(path)
    return page
  }
  const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 })
  const today = (page: Page) => page.getByRole('heading', { name: 'Today', level: 1 })
  const account = (page: Page) => page.getByRole('heading', { name: 'Account', level: 1 })
  const form = (page: Page) => page.getByRole('form', { name: 'Sign in' })
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

  test('opens the console of the account, and both sides can be open in one browser', async () => {
    const page = await service.newPage()
    await signIn(page, await seller())
    await page.waitForURL('**/vendor/today')
    const other = await openTab(page.context(), '/operator')
    await enter(other, await operator())
    await home(other).waitFor()
    await Promise.all([page.reload(), other.reload()])
    await today(page).waitFor()
    await home(other).waitFor()
    await signOut(page)
    await form(page).waitFor()
    await other.reload()
    await home(other).waitFor()
  })

  test('Enter in a field sends the form once', async () => {
    const page = await service.newPage()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let count = 0
    await page.route('**/auth/session', async (route) => {
      count++
      await released
      await route.continue()
    })
    await page.goto('/vendor')
    const { email, password } = await seller()
    await form(page).getByLabel('Email address').fill(email)
    await form(page).getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await form(page).locator('button[type=submit][aria-busy=true]').waitFor()
    await page.keyboard.press('Enter')
    release()
    await today(page).waitFor()
    assert.equal(count, 1)
  })

  test('at / continues the session that was begun last', async () => {
    const page = await service.newPage()
    await signIn(page, await seller())
    const other = await openTab(page.context(), '/operator')
    await enter(other, await operator())
    await home(other).waitFor()
    await page.goto('/')
    await home(page).waitFor()
  })

  test('works in a browser that refuses to store anything', async () => {
    const page = await service.newPage()
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError') } })`)
    await signIn(page, await seller())
    await today(page).waitFor()
    const navigation = page.getByRole('navigation', { name: 'Screens' })
    await navigation.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
    await navigation.getByRole('link', { name: 'Catalog' }).click()
    await page.getByRole('heading', { name: 'Catalog', level: 1 }).waitFor()
    await signOut(page)
    await form(page).waitFor()
  })

  test('says what is wrong with the password or the account', async () => {
    const page = await service.newPage()
    const owner = await operator()
    await page.goto('/')
    await enter(page, { ...owner, password: 'not the password' })
    await page.getByText('The email address or the password is wrong.').waitFor()
    await enter(page, await person(service.t))
    await page.getByText("This account doesn't belong to a vendor or to the operator.").waitFor()
    await enter(page, owner)
    await home(page).waitFor()
  })

  test('opens the address that was asked for', async () => {
    const page = await service.newPage()
    await page.goto('/operator/queue?kind=REVISION')
    await enter(page, await operator())
    await page.getByRole('radio', { name: /^Edits/, checked: true }).waitFor({ state: 'attached' })
    assert.equal(new URL(page.url()).search, '?kind=REVISION')
  })

  test('with an account of the other side opens the console of that side', async () => {
    const page = await service.newPage()
    await page.goto('/operator/queue')
    await enter(page, await seller())
    await page.waitForURL('**/vendor/today')
    await today(page).waitFor()
    await page.goto('/operator/queue')
    await form(page).waitFor()
  })

  test('leaves no token where scripts can read it', async () => {
    const page = await service.newPage()
    await signIn(page, await operator())
    await home(page).waitFor()
    const stored = `JSON.stringify([localStorage, sessionStorage, document.cookie])`
    assert.doesNotMatch(await page.evaluate<string>(stored), /eyJ|token|\.[\w-]{20}/)
    const [cookie] = await page.context().cookies(`${service.url}/api/v1/auth/session`)
    assert.deepEqual(
      [cookie?.name, cookie?.httpOnly, cookie?.sameSite, cookie?.path],
      ['purveyor_platform', true, 'Strict', '/api/v1/auth/session']
    )
  })

  test('is shared by tabs, and so is signing out', async () => {
    const page = await service.newPage()
    const owner = await operator()
    await signIn(page, owner)
    const tabs = [
      page,
      await openTab(page.context(), '/'),
      await openTab(page.context(), '/operator/account')
    ]
    await Promise.all([home(tabs[1] as Page).waitFor(), account(tabs[2] as Page).waitFor()])
    await signOut(page)
    await form(page).waitFor()
    for (const tab of tabs.slice(1)) await ended(tab).getByText('You signed out in another tab.').waitFor()
    // Signing in again in one tab is enough for all.
    await enterPassword(tabs[1] as Page, owner.password)
    for (const tab of tabs.slice(1)) await ended(tab).waitFor({ state: 'detached' })
    await home(page).waitFor()
  })

  test('out deletes everything that the browser has stored of the person', async () => {
    const page = await service.newPage()
    const owner = await seller()
    await signIn(page, owner, '/vendor/profile')
    await page.getByRole('textbox', { name: 'Description' }).fill('Never saved')
    const tab = await openTab(page.context(), '/vendor/imports/new')
    const buffer = Buffer.from('Name,SKU,Cost\nSecret plan,S-1,x')
    await tab
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
    await tab.getByRole('grid', { name: 'Rows with errors' }).waitFor()
    await page.evaluate(`localStorage.setItem('purveyor-carrier ${owner.id}', 'UPS')`)
    const stored = `Promise.all([
      JSON.stringify([localStorage, sessionStorage]),
      new Promise((resolve) => {
        const opening = indexedDB.open('purveyor-imports')
        opening.onsuccess = () => {
          const request = opening.result.transaction('records').objectStore('records').getAllKeys()
          request.onsuccess = () => resolve(request.result.join())
        }
      })
    ]).then((parts) => parts.join())`
    assert.match(await page.evaluate<string>(stored), /Never saved.*import/)

    await signOut(page)
    const dialog = page.getByRole('dialog', { name: 'Sign out and delete unsaved changes?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await signOut(page)
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await form(page).waitFor()
    await ended(tab).waitFor()
    for (const each of [page, tab]) {
      const left = await each.evaluate<string>(stored)
      assert.ok(!left.includes(owner.id), left)
      assert.doesNotMatch(left, /Never saved|purveyor-(draft|vendor)/)
    }
  })

  test('again in one tab is enough for all tabs whose requests wait', async () => {
    const page = await service.newPage()
    const owner = await operator()
    await signIn(page, owner)
    const tabs = [page, await openTab(page.context(), '/operator/account')]
    await account(tabs[1] as Page).waitFor()
    const newPassword = 'another long password'
    const { access_token: as } = await signedIn(service.t, owner)
    const body = { currentPassword: owner.password, newPassword }
    assert.equal((await service.t.call('POST /auth/password', { as, body })).status, 200)
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Statistics' }).click()
      await ended(tab).waitFor()
    }
    await enterPassword(page, newPassword)
    for (const tab of tabs) {
      await ended(tab).waitFor({ state: 'detached' })
      await tab.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor()
    }
  })

  test('as a viewer shows nothing that would be refused', async () => {
    const page = await service.newPage()
    await signIn(page, await person(service.t, { isPlatform: true, role: 'VIEWER' }))
    await home(page).waitFor()
    for (const path of ['/operator/queue', '/operator/rules', '/operator/reasons']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const refused = page.getByRole('button', { name: /^(New|Approve|Reject|Delete|Apply|Create)/ })
      assert.equal(await refused.count(), 0, path)
    }
  })
})
