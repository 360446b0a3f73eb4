import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('everyone can read the name and the logo of the marketplace, and caches revalidate them', async () => {
  await t.sql`update settings set name = 'Harbor Market', logo = 'images/logo.webp'`
  const path = 'GET /storefront/marketplace'
  const { status, body, headers } = await t.call(path)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...{ name: 'Harbor Market', logoUrl: 'https://assets.test/assets/images/logo.webp' },
    ...{ currency: 'USD', weightUnit: 'lb' }
  })
  assert.equal(headers['cache-control'], 'public, no-cache')
  const again = { headers: { 'if-none-match': String(headers.etag) } }
  assert.equal((await t.call(path, again)).status, 304)
  await t.sql`update settings set name = 'Other Market'`
  assert.equal((await t.call(path, again)).body.name, 'Other Market')
})
