import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { person, signedIn, type TestPerson } from '../../api/test/people.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import {
  decisionsOn,
  enter,
  enterPassword,
  sendRejection,
  signIn,
  typeReason,
  waitingProduct
} from './session-steps.ts'

const reason = 'The name does not say which bolts these are.'

describe('a decision that is interrupted', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: TestPerson
  let product: { id: string; name: string }
  let page: Page
  before(async () => {
    service = await startConsoleService()
  })
  after(() => service.stop())
  beforeEach(async () => {
    operator = await person(service.t, { isPlatform: true, role: 'OWNER' })
    product = await waitingProduct(service.t)
    page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, operator, entryAddress())
    await entry().waitFor()
  })

  const entryAddress = () => `/operator/queue?entry=PRODUCT.${product.id}`
  const entry = () => page.getByRole('heading', { name: product.name, level: 2 })
  const dialog = () => page.getByRole('dialog', { name: 'Your session has ended' })
  const box = () => page.getByLabel('Your own reason')
  const madeOnce = [{ actorId: '', decision: 'REJECTED', texts: [reason] }]

  /** Waits until the entry no longer waits, and asserts that this person rejected it once. */
  async function rejectedOnce(by = operator) {
    await entry().waitFor({ state: 'detached' })
    assert.deepEqual(await decisionsOn(service.t, product.id), [{ ...madeOnce[0], actorId: by.id }])
    const [events] = await service.t.sql`
      select count(*)::integer from events where type = 'product.rejected' and subject_id = ${product.id}`
    assert.equal(events?.count, 1)
  }

  /** Ends all sessions of the person, as a new password does. Returns the new password. */
  async function changePassword(): Promise<string> {
    const { access_token } = await signedIn(service.t, operator)
    const newPassword = 'another long password'
    const { status, text } = await service.t.call('POST /auth/password', {
      as: access_token,
      body: { currentPassword: operator.password, newPassword }
    })
    assert.equal(status, 200, text)
    return newPassword
  }

  /** Runs `interrupt` while the decision is being sent, before it arrives. */
  async function interruptSending(interrupt: () => Promise<void>) {
    let send: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    const path = `**/products/${product.id}/reject`
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
    await sendRejection(page)
    await interrupt()
    const response = page.waitForResponse(path)
    send()
    assert.equal((await response).status(), 401)
  }

  async function signInAsSomeoneElse() {
    await dialog().getByRole('button', { name: 'Sign in as someone else' }).click()
    await enter(page, await person(service.t, { isPlatform: true, role: 'OWNER' }))
    await entry().waitFor()
  }

  test('by the end of the session asks for the password, and is then made once', async () => {
    let password = ''
    await typeReason(page, reason)
    await interruptSending(async () => {
      password = await changePassword()
    })
    await dialog().waitFor()
    assert.equal(await dialog().getByLabel('Email address').inputValue(), operator.email)
    await enterPassword(page, password)
    await dialog().waitFor({ state: 'detached' })
    await rejectedOnce()
  })

  test('before it is sent keeps what was typed, also over a reload', async () => {
    await typeReason(page, reason)
    await service.t.sql`delete from sessions where user_id = ${operator.id}`
    await page.reload()
    await enter(page, operator)
    await entry().waitFor()
    assert.equal(await box().inputValue(), reason)
    await sendRejection(page)
    await rejectedOnce()
  })

  test('is not made if someone else signs in', async () => {
    await typeReason(page, reason)
    await interruptSending(async () => void (await changePassword()))
    await signInAsSomeoneElse()
    assert.equal(await page.getByText(reason).count(), 0)
    assert.deepEqual(await decisionsOn(service.t, product.id), [])
  })

  test('is not made for someone else if it is refused after that person has signed in', async () => {
    await typeReason(page, reason)
    // From then on, nothing but the decision and the button sends requests.
    await page.getByText('Claimed by you').first().waitFor()
    await interruptSending(async () => {
      await changePassword()
      await page.getByRole('button', { name: 'Refresh the queue' }).click()
      await signInAsSomeoneElse()
    })
    const read = page.waitForResponse('**/platform/moderation?**')
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await read
    assert.deepEqual(await decisionsOn(service.t, product.id), [])
  })

  test('is not made for a person who was removed from the team', async () => {
    await typeReason(page, reason)
    const as = await service.t.operator()
    await interruptSending(async () => {
      const { status, text } = await service.t.call(`DELETE /platform/members/${operator.id}`, { as })
      assert.equal(status, 200, text)
    })
    await enterPassword(page, operator.password)
    await dialog().getByText("This account doesn't belong to a vendor").waitFor()
    assert.deepEqual(await decisionsOn(service.t, product.id), [])
  })

  test('by an access token that expires goes on silently', async () => {
    await typeReason(page, reason)
    await page.clock.install()
    await page.clock.fastForward('14:45')
    const renewed = page.waitForRequest('**/auth/session/refresh**')
    await sendRejection(page)
    await renewed
    await rejectedOnce()
    assert.equal(await dialog().count(), 0)
  })

  test('by a restart of the service is made once', async () => {
    await typeReason(page, reason)
    let answered: () => void = () => undefined
    const blocked = new Promise<void>((resolve) => {
      answered = resolve
    })
    // The service makes the decision, but its response is lost.
    const blocking = service.t.sql.begin(async (tx) => {
      await tx`select 1 from products where id = ${product.id} for update`
      await sendRejection(page)
      await blocked
    })
    await page.getByText('Sending…', { exact: true }).waitFor()
    await waitForLock()
    service.t.app.server.closeAllConnections()
    answered()
    await blocking
    await service.restart()
    await rejectedOnce()
  })

  async function waitForLock() {
    for (;;) {
      const [row] = await service.t.sql`
        select count(*)::integer from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      if (row?.count > 0) return
    }
  }

  test('by a service that is away goes on when it is back', async () => {
    await typeReason(page, reason)
    await service.restart(async () => {
      await sendRejection(page)
      await page.getByText("The service can't be reached.").waitFor()
      for (let polls = 0; polls < 2; polls++) await page.waitForEvent('requestfailed')
      await page.getByText('Sending…', { exact: true }).waitFor()
    })
    await page.getByText('The connection is back.').waitFor()
    await rejectedOnce()
  })
})
