import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sequenceEvents } from '../../api/src/events.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const ownerEmail = 'owner@harbor.test'
const refused = /status of 4(00|01|09|12)/

describe('the settings of a vendor', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let owner: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    owner = await accessToken(service.t, ownerEmail)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    page.setDefaultTimeout(30_000)
    // The tab asks before it is reloaded with changes that aren't saved.
    page.on('dialog', (question) => void question.accept())
    await signIn(page, ownerEmail, '/vendor/team')
  })
  after(() => service.stop())

  const api = async (request: string, body?: object) => {
    const answer = await service.t.call(request, { as: owner, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const dialog = () => page.getByRole('dialog')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  /** Waits until the input with this value has the focus, which moves to the first error. */
  const untilFocused = (value: string) =>
    until(async () => (await page.evaluate('document.activeElement.value')) === value)
  const act = async (row: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${row}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  test('what the person is told by mail is chosen on the page of the account', async () => {
    await page.goto('/vendor/account')
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('New orders', 'Hourly')
    await choose('Low stock', 'Never')
    await choose('Daily emails at', '09:00')
    await press('Save')
    await page.getByText('The email settings were saved').waitFor()
    const { frequencies, dailyHour } = await api('GET /auth/me/mail-settings')
    assert.deepEqual(
      [frequencies.NEW_ORDERS, frequencies.LOW_STOCK, frequencies.STATEMENTS, dailyHour],
      ['HOURLY', 'NEVER', 'IMMEDIATELY', 9]
    )
    assert.equal(await page.getByText('Review queue').count(), 0)
  })

  test('a person is invited with a link, joins with it, and gets another role', async () => {
    await page.goto('/vendor/team')
    await press('Invite someone')
    await field('Email address').fill('viewer@harbor.test')
    await field('Name').fill('Mo Reyes')
    await inDialog('Create the invitation')
    await dialog().getByText('This address already belongs to a team.').waitFor()
    await page.reload()
    assert.equal(await field('Name').inputValue(), 'Mo Reyes')
    await field('Email address').fill('mo@harbor.test')
    await inDialog('Create the invitation')
    const ended = 'The link of the earlier invitation no longer works.'
    const [first, firstText] = [await field('Link').inputValue(), await dialog().innerText()]
    assert.ok(!firstText.includes(ended))
    await inDialog('Done')
    await press('Invite someone')
    await field('Email address').fill('mo@harbor.test')
    await field('Name').fill('Mo Reyes')
    await inDialog('Create the invitation')
    await dialog().getByText(ended).waitFor()
    const link = await field('Link').inputValue()
    assert.notEqual(link, first)
    await inDialog('Done')

    const other = await service.newPage({ locale: 'en-GB' })
    await other.goto(link)
    const password = other.getByRole('textbox', { name: 'Password', exact: true })
    await password.fill('short')
    await other.getByRole('button', { name: 'Accept and sign in' }).click()
    await other.locator('[aria-invalid=true]').waitFor()
    await password.fill('a password of Mo Reyes')
    await other.getByRole('button', { name: 'Accept and sign in' }).click()
    await other.getByRole('button', { name: /^Mo Reyes.*menu$/ }).waitFor()
    await other.goto(link)
    await password.fill('a password of Mo Reyes')
    await other.getByRole('button', { name: 'Accept and sign in' }).click()
    await other.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await other.context().close()

    await page.reload()
    await act('Mo Reyes', 'Change the name or role')
    await dialog().getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Viewer/ }).click()
    await inDialog('Save')
    await page
      .getByRole('row', { name: /Mo Reyes/ })
      .getByRole('cell', { name: 'Viewer' })
      .waitFor()
    await act('Mo Reyes', 'Remove from the team')
    await inDialog('Remove the member')
    await page.getByRole('row', { name: /Mo Reyes/ }).waitFor({ state: 'detached' })
    assert.ok(!JSON.stringify(await api('GET /vendor/me/members')).includes('mo@harbor.test'))
  })

  test('a member sets a new password with a link, and signs in with it', async () => {
    await page.goto('/vendor/team')
    await act('Eddy Torrance', 'Reset the password')
    await inDialog('Create the link')
    const link = await field('Link').inputValue()
    await inDialog('Done')
    const other = await service.newPage()
    await other.goto(link)
    await other.getByRole('textbox', { name: 'New password' }).fill('another password of Eddy')
    await other.getByRole('button', { name: 'Set the password' }).click()
    await other.getByRole('heading', { name: 'Your password was set' }).waitFor()
    await other.context().close()
    const body = { email: 'editor@harbor.test', password: 'another password of Eddy' }
    assert.equal((await service.t.call('POST /auth/login', { body })).status, 200)
  })

  test('a token is shown once, works, and is refused after it was revoked', async () => {
    await page.goto('/vendor/api-tokens')
    await press('New token')
    await field('Name').fill('Night sync')
    await dialog().getByRole('button', { name: 'Create the token' }).dblclick()
    const token = await field('Token').inputValue()
    const created = (await api('GET /vendor/me/api-tokens')).apiTokens
    assert.equal(created.filter(({ name }: { name: string }) => name === 'Night sync').length, 1)
    const example = dialog().getByRole('region', { name: 'Try it' })
    assert.ok((await example.textContent())?.includes(`Bearer ${token}`))
    assert.equal((await service.t.call('GET /vendor/me/profile', { as: token })).status, 200)
    await page.keyboard.press('Escape')
    assert.ok(await dialog().isVisible())
    await inDialog('Done')
    await page.getByRole('row', { name: /^Night sync Editor/ }).waitFor()
    assert.equal(await page.getByText(token).count(), 0)
    await act('Night sync', 'Revoke')
    await inDialog('Revoke the token')
    await page.getByRole('row', { name: /^Night sync/ }).waitFor({ state: 'detached' })
    const { apiTokens } = await api('GET /vendor/me/api-tokens')
    assert.ok(!apiTokens.some(({ name }: { name: string }) => name === 'Night sync'))
  })

  test('a shipping method is created, with errors at their fields, and deleted', async () => {
    await page.goto('/vendor/shipping-methods')
    await page.getByRole('link', { name: 'New shipping method' }).click()
    await field('Name').fill('Courier')
    await page.getByRole('radio', { name: 'By weight' }).check()
    await press('Add a country')
    await page.keyboard.type('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await field('Base rate').fill('4,50')
    await press('Add a weight')
    await field('To weight 1').fill('5')
    await field('Rate 1').fill('much')
    await press('Create')
    await untilFocused('much')
    await page.reload()
    assert.equal(await field('To weight 1').inputValue(), '5')
    await field('Rate 1').fill('2.25')
    await press('Create')
    await page.getByRole('row', { name: /^Courier Germany By weight Active/ }).waitFor()
    const { shippingMethods } = await api('GET /vendor/me/shipping-methods')
    const [rate] = shippingMethods[0].countryRates
    assert.deepEqual(
      [rate.countryCode, rate.baseRate, rate.weightTiers],
      ['DE', '4.50', [{ minWeight: 0, maxWeight: 5, rate: 2.25 }]]
    )
    await act('Courier', 'Delete')
    await inDialog('Delete the shipping method')
    await page.getByRole('row', { name: /^Courier/ }).waitFor({ state: 'detached' })
  })

  test('two people change a shipping method, and both changes stay', async () => {
    const { id } = await api('POST /vendor/me/shipping-methods', { name: 'Bicycle' })
    await page.goto(`/vendor/shipping-methods/${id}`)
    await field('Description').fill('Only downtown')
    await api(`PATCH /vendor/me/shipping-methods/${id}`, { name: 'Cargo bicycle', isActive: false })
    await press('Save')
    await page.getByText('Someone else changed this').waitFor()
    await until(async () => (await field('Name').inputValue()) === 'Cargo bicycle')
    await press('Save')
    await page.getByRole('link', { name: 'Cargo bicycle' }).waitFor()
    const saved = await api(`GET /vendor/me/shipping-methods/${id}`)
    assert.deepEqual([saved.description, saved.isActive], ['Only downtown', false])
  })

  test('the profile is saved field by field, with a logo', async () => {
    await page.goto('/vendor/profile')
    await field('Website').fill('harbor')
    await field('City').fill('Annapolis')
    await press('Save')
    await untilFocused('harbor')
    await field('Website').fill('https://harbor.test')
    await press('Save')
    await page.getByText('Your profile was saved').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
    const { website, address } = await api('GET /vendor/me/profile')
    assert.deepEqual([website, address.city, address.zipCode], ['https://harbor.test', 'Annapolis', '21231'])

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/vendor/me/profile', async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    await field('City').fill('Easton')
    await press('Save')
    await field('Website').fill('https://www.harbor.test')
    release()
    await until(async () => (await api('GET /vendor/me/profile')).address.city === 'Easton')
    await until(() => page.getByRole('button', { name: 'Save', exact: true }).isEnabled())
    assert.equal(await field('Website').inputValue(), 'https://www.harbor.test')
    await press('Save')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
    assert.equal((await api('GET /vendor/me/profile')).website, 'https://www.harbor.test')

    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
    await page.getByText('Choose an image: JPEG, PNG, WebP, GIF or AVIF.').waitFor()
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await image.png().toBuffer() })
    await page.getByText('The logo was saved').waitFor()
    await page.locator('img[alt="Logo of Harbor Supply"][src*="/assets/"]').waitFor()
    await press('Remove the logo')
    await page.getByText('No logo').waitFor()
  })

  test('the activity has what happened, adds new events, and has its filters in the address', async () => {
    await page.goto('/vendor/activity?type=shipping_method.deleted')
    const list = page.getByRole('region', { name: 'Events' })
    const { id } = await api('POST /vendor/me/shipping-methods', { name: 'Drone' })
    await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
    await list.getByText('Harper Owens deleted a shipping method').first().waitFor()
    const before = await list.getByRole('listitem').count()
    await api(`DELETE /vendor/me/shipping-methods/${id}`)
    await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
    await list.getByRole('listitem').nth(before).waitFor()
    await press('Clear all filters')
    await list
      .getByText('Harper Owens created an API token')
      .or(list.getByText('Night sync'))
      .first()
      .waitFor()
    assert.equal(new URL(page.url()).search, '')
    const first = await list.getByRole('listitem').count()
    await page.getByRole('button', { name: 'Show older events' }).scrollIntoViewIfNeeded()
    await list.getByRole('listitem').nth(first).waitFor()
    await page.goto('/vendor/activity?to=2001-01-01')
    await page.getByRole('heading', { name: 'No events match the filters' }).waitFor()
  })

  test('the navigation counts what waits, search finds products and orders, and ? lists the keys', async () => {
    const { toAcknowledge } = await api('GET /vendor/statistics')
    const { orders } = await api('GET /vendor/orders?first=1')
    await page.goto('/vendor/profile')
    const navigation = page.getByRole('navigation', { name: 'Screens' })
    await navigation.getByRole('link', { name: `Orders ${toAcknowledge.count} to acknowledge` }).waitFor()
    assert.equal(await navigation.getByRole('group', { name: 'Settings' }).getByRole('link').count(), 6)
    const search = page.getByRole('textbox', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await search.fill(orders[0].orderNumber)
    await page.getByRole('button', { name: `Order ${orders[0].orderNumber}` }).waitFor()
    await search.fill('HS-3301')
    await page.getByRole('button', { name: /HS-3301/ }).click()
    await page.getByRole('heading', { level: 1, name: /Wedge Anchor/ }).waitFor()
    await page.goto('/vendor/products')
    await page.getByRole('heading', { level: 1, name: /^Catalog/ }).click()
    await page.keyboard.press('Shift+?')
    await dialog().getByText('Paste cells, also from a spreadsheet').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('a viewer sees no control that would be refused', async () => {
    const viewer = await service.newPage({ locale: 'en-GB' })
    await signIn(viewer, 'viewer@harbor.test', '/vendor/shipping-methods')
    await viewer.getByRole('link', { name: 'Freight' }).click()
    await viewer.getByRole('region', { name: 'Countries' }).getByText('United States').waitFor()
    await viewer.goto('/vendor/profile')
    await viewer.getByText('Easton').waitFor()
    assert.equal(await viewer.getByRole('main').getByRole('textbox').count(), 0)
    assert.equal(await viewer.getByRole('main').getByRole('button').count(), 0)
    assert.equal(await viewer.getByRole('link', { name: 'Team' }).count(), 0)
    await viewer.goto('/vendor/team')
    await viewer.getByRole('heading', { name: 'Page not found' }).waitFor()
    await viewer.context().close()
  })

  test('who signs out leaves no message behind', async () => {
    const [{ id, items }] = (await api('GET /vendor/orders?status=CONFIRMED&first=1')).orders
    await page.goto(`/vendor/orders/${id}`)
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor()
    await api(`POST /vendor/orders/${id}/cancel`, {
      reason: 'OUT_OF_STOCK',
      items: items.map((item: { id: string; quantity: number }) => ({
        ...{ orderItemId: item.id, quantity: item.quantity }
      }))
    })
    await press('Acknowledge')
    const message = page.getByText("That didn't work")
    await message.waitFor()
    await page.getByRole('button', { name: /, menu$/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await message.waitFor({ state: 'detached' })
  })

  test('nothing was refused by the content security policy, and no script failed', () => {
    const unexpected = service.problems.filter((problem) => !refused.test(problem))
    assert.deepEqual(unexpected, [])
  })
})
