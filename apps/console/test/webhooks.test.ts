import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { sequenceEvents } from '../../api/src/events.ts'
import type { Repeated } from '../../api/src/jobs/repeat.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { type Receiver, startTestDelivery, webhookReceiver } from '../../api/test/webhook-receivers.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const ownerEmail = 'owner@harbor.test'

describe('webhooks', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let receiver: Receiver
  let worker: Repeated
  let owner: string
  let page: Page
  let answer = { status: 204, text: '' }
  before(async () => {
    service = await startConsoleService({ withDemo: true, webhookAllow: ['127.0.0.1'] })
    receiver = await webhookReceiver((_request, response) => {
      response.writeHead(answer.status).end(answer.text)
    })
    worker = startTestDelivery(service.t)
    owner = await accessToken(service.t, ownerEmail)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    page.setDefaultTimeout(8_000)
    page.on('dialog', (question) => void question.accept())
    await signIn(page, ownerEmail, '/vendor/webhooks')
  })
  after(async () => {
    await worker.stop()
    await receiver.close()
    await service.stop()
  })

  const dialog = () => page.getByRole('dialog')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Stock system' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const stateOf = (text: string | RegExp) =>
    page.getByRole('region', { name: 'State' }).getByText(text).waitFor()
  /** Records an event that the webhook gets. */
  const happen = async (name: string) => {
    const created = await service.t.call('POST /vendor/me/shipping-methods', { as: owner, body: { name } })
    assert.equal(created.status, 200, created.text)
    await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
  }
  const verify = (secret: string, at: number) => {
    const { text, headers } = receiver.received.at(at) ?? { text: '', headers: {} }
    return new Webhook(secret).verify(text, headers as Record<string, string>) as { id: string; type: string }
  }
  let secret = ''

  test('a webhook is created with some types and a header, and its secret verifies what it sends', async () => {
    await page.getByRole('row', { name: /^Orders to the ERP system/ }).waitFor()
    await page.getByRole('link', { name: 'New webhook' }).click()
    await field('Address').fill('http://203.0.113.7/hook')
    await field('Description').fill('Stock system')
    await page.getByRole('radio', { name: 'Only these' }).check()
    await press('Create the webhook')
    await page.getByText('Choose at least one event.').waitFor()
    await field('Find an event').fill('shipping_method.cre')
    await page.getByRole('checkbox', { name: 'A shipping method was created' }).check()
    await press('Add a header')
    await field('Name of header 1').fill('Host')
    await page.getByLabel('Value of header 1').fill('key of the gateway')
    await press('Create the webhook')
    await page.getByText(/^Must be an https URL/).waitFor()
    await page.getByText(/^Must not contain Host/).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await field('Address').fill(receiver.url)
    await field('Name of header 1').fill('X-Gateway-Key')
    await press('Create the webhook')
    secret = await field('Secret').inputValue()
    await inDialog('Done')
    await stateOf('Everything was delivered.')
    assert.equal(await page.getByText(/whsec_|key of the gateway/).count(), 0)
    assert.ok(!(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes('key of the gateway'))
    await happen('Courier')
    await receiver.has(1)
    assert.equal(verify(secret, 0).type, 'shipping_method.created')
    assert.equal(receiver.received[0]?.headers['x-gateway-key'], 'key of the gateway')
  })

  test('the page says that the receiver fails, what it has answered, and that it delivers again', async () => {
    answer = { status: 503, text: 'The stock system is being updated.' }
    await happen('Van')
    await stateOf(/^The receiver has been failing since/)
    await stateOf('The receiver failed or is overloaded (503).')
    const failures = page.getByRole('region', { name: 'Failed attempts' })
    await failures.getByRole('button', { name: 'Response' }).first().click()
    await failures.getByText('The stock system is being updated.').first().waitFor()
    assert.deepEqual(await faultsOf(page), [])
    answer = { status: 422, text: 'Unknown method.' }
    await page
      .getByRole('region', { name: 'Events that are set aside' })
      .getByText(/^Refused/)
      .waitFor()
    answer = { status: 200, text: 'ok' }
    await stateOf('Everything was delivered.')
  })

  test('a test shows the answer, and events are sent again after their number was shown', async () => {
    answer = { status: 200, text: 'hello' }
    await press('Send a test')
    await inDialog('Send')
    await dialog()
      .getByText(/^The receiver responded with 200 after/)
      .waitFor()
    await dialog().getByRole('region', { name: 'Response' }).getByText('hello').waitFor()
    await page.keyboard.press('Escape')
    const before = receiver.received.length
    await act('Send again')
    await dialog().getByText('2 events are sent again.').waitFor()
    await inDialog('Send them again')
    await receiver.has(before + 2)
    assert.match(verify(secret, -1).id, /-r1$/)
    await act('Send again')
    await dialog().getByText('Event IDs').click()
    await field('Event IDs').fill('no-id')
    await inDialog('Send them again')
    await dialog().getByText('No event of this feed has the ID no-id.').waitFor()
    await inDialog('Cancel')
  })

  test('the secret is rotated, the webhook is paused and started, and edited without its header', async () => {
    await press('Rotate the secret')
    await inDialog('Rotate the secret')
    const rotated = await field('Secret').inputValue()
    await inDialog('Done')
    await page.getByText(/^Requests are also signed with the previous secret until/).waitFor()
    await act('Pause')
    await inDialog('Pause')
    await stateOf(/^You paused this webhook/)
    const before = receiver.received.length
    await happen('Ship')
    await until(async () => /1/.test(await page.getByRole('region', { name: 'State' }).innerText()))
    await press('Start')
    await receiver.has(before + 1)
    assert.equal(verify(rotated, -1).id, verify(secret, -1).id)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Sent with each request: X-Gateway-Key. The values are not shown.').waitFor()
    await page.getByRole('combobox', { name: 'Order' }).click()
    await page.getByRole('option', { name: 'One at a time, all events in order' }).click()
    await press('Save')
    await page.getByText('One request at a time. All events stay in order.').waitFor()
    await happen('Train')
    await receiver.has(before + 2)
    assert.equal(receiver.received.at(-1)?.headers['x-gateway-key'], 'key of the gateway')
  })

  test('the operator sees the webhooks of vendors, and stops and starts one', async () => {
    const operator = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    operator.setDefaultTimeout(8_000)
    await signIn(operator, 'operator@purveyor.test', '/operator/webhooks')
    await operator.getByRole('row', { name: /^Products to the search index/ }).waitFor()
    const sides = operator.getByRole('navigation', { name: 'Webhooks of' })
    await sides.getByRole('link', { name: 'Vendors', exact: true }).click()
    const row = operator.getByRole('row', { name: /^Stock system/ })
    const choose = async (action: string) => {
      await row.getByRole('button').click()
      await operator.getByRole('menuitem', { name: action }).click()
    }
    await choose('Stop')
    await operator.getByRole('textbox', { name: 'Reason' }).fill('It answers too slowly')
    await operator.getByRole('button', { name: 'Stop the webhook' }).click()
    await stateOf('Reason: It answers too slowly')
    assert.equal(await page.getByRole('button', { name: 'Start', exact: true }).count(), 0)
    await operator.getByRole('combobox', { name: 'State' }).click()
    await operator.getByRole('option', { name: 'Stopped' }).click()
    await row.getByText('by the operator').waitFor()
    assert.deepEqual(await faultsOf(operator), [])
    await choose('Start')
    await row.waitFor({ state: 'detached' })
    await stateOf('Everything was delivered.')
    await operator.context().close()
  })

  test('a webhook is deleted, and editors see no webhooks', async () => {
    await act('Delete')
    await inDialog('Delete the webhook')
    await page.getByRole('row', { name: /^Orders to the ERP system/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /^Stock system/ }).count(), 0)
    const editor = await service.newPage({ locale: 'en-GB' })
    await signIn(editor, 'editor@harbor.test', '/vendor/webhooks')
    await editor.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.equal(await editor.getByRole('link', { name: 'Webhooks' }).count(), 0)
    await editor.context().close()
    assert.deepEqual(
      service.problems.filter((text) => !/status of 400/.test(text)),
      []
    )
  })
})
