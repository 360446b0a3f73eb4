import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { testMailing } from '../../../../test/mail.ts'
import { newId } from '../../../lib/ids.ts'
import { createFolderMailer, listDemoMails } from '../transport/folder-mailer.ts'

let t: TestApp
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purveyor-mail-'))
  t = await testApp({ demoMailFolder: join(folder, 'mail') })
})
after(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, remoteAddress = '127.0.0.1') => t.app.inject({ url, remoteAddress })

test('without mails, the page says how one gets there', async () => {
  const page = await get('/dev/mail')
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /No mail was sent so far/)
})

test('a mail of the demo is shown, and its link works', async () => {
  const vendor = await t.vendor()
  const body = { email: `${newId()}@example.com`, name: 'Bo <Li>', role: 'EDITOR' }
  await t.call('POST /vendor/me/members', { as: vendor.owner, body })
  const mailer = createFolderMailer(join(folder, 'mail'))
  await testMailing(t, { url: '', mails: [] }, { mailer, origin: 'http://127.0.0.1:3000' }).deliver()
  const list = await get('/dev/mail')
  const [, path = ''] = /href="(\/dev\/mail\/[0-9a-f-]{36})"/.exec(list.body) ?? []
  assert.ok(list.body.includes(body.email) && list.body.includes('Bo &lt;Li&gt;'))
  const page = await get(path)
  assert.ok(page.body.includes(`<iframe src="${path}/html"`))
  const html = await get(`${path}/html`)
  assert.match(String(html.headers['content-security-policy']), /sandbox/)
  assert.match(html.body, /<base target="_blank">/)
  const [, token = ''] = /\/vendor\/join#([\w-]{43})/.exec(html.body) ?? []
  const password = 'correct horse battery staple'
  assert.equal((await t.call('POST /auth/invitations/accept', { body: { token, password } })).status, 200)
})

test('mails are shown only to this machine, unknown ones not at all, and no other service has the page', async () => {
  for (const address of ['10.0.0.8', '192.168.1.4', '::ffff:10.0.0.8', '2001:db8::1'])
    assert.equal((await get('/dev/mail', address)).statusCode, 404, address)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    assert.equal((await get('/dev/mail', address)).statusCode, 200, address)
  for (const host of ['market.example', 'localhost.market.example', '127.0.0.1.market.example', '10.0.0.8'])
    assert.equal(
      (await t.app.inject({ url: '/dev/mail', headers: { host }, remoteAddress: '127.0.0.1' })).statusCode,
      404
    )
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    assert.equal(
      (await t.app.inject({ url: '/dev/mail', headers: { host }, remoteAddress: '127.0.0.1' })).statusCode,
      200
    )
  for (const id of [newId(), '..%2f..%2fjwt-secret', 'x'])
    for (const path of [`/dev/mail/${id}`, `/dev/mail/${id}/html`])
      assert.equal((await get(path)).statusCode, 404)
  const other = await testApp()
  assertProblem(await other.call('GET dev/mail'), 404, 'NOT_FOUND')
  await other.close()
})

test('the folder has the last 200 mails', async () => {
  const mailer = createFolderMailer(join(folder, 'many'))
  const mail = {
    ...{ messageId: '<a@b>', to: { name: 'Ana', address: 'ana@example.com' }, html: '<head>', text: 'x' },
    ...{ logo: undefined, unsubscribeUrl: undefined }
  }
  for (let n = 0; n < 205; n++) await mailer.send({ ...mail, subject: `Mail ${n}` })
  assert.equal((await readdir(join(folder, 'many'))).length, 200)
  assert.equal((await listDemoMails(join(folder, 'many'))).length, 200)
})
