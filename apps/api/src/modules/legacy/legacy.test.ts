import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const former: Record<string, string> = {
  '/api/products_bulk': '/api/v1/vendor/products/bulk-update',
  '/api/products_feed': '/api/v1/vendor/products/bulk-upload',
  '/api/products_export': '/api/v1/vendor/products/export'
}

for (const [path, successor] of Object.entries(former)) {
  test(`${path} returns 410 and its successor for any method, with or without a token`, async () => {
    const { owner } = await t.vendor()
    for (const method of METHODS.filter((name) => !['HEAD', 'CONNECT'].includes(name))) {
      for (const as of [undefined, owner, 'pvt_unknown']) {
        const answer = await t.call(`${method} ${path}?page=2`, { ...(as && { as }) })
        assertProblem(answer, 410, 'GONE')
        assert.ok(answer.body.detail.includes(successor))
        assert.equal(answer.headers.link, `<${successor}>; rel="successor-version"`)
      }
    }
    const head = await t.call(`HEAD ${path}`)
    assert.deepEqual([head.status, head.text], [410, ''])
    assert.equal(head.headers.link, `<${successor}>; rel="successor-version"`)
  })

  test(`${path} returns 410 for any body`, async () => {
    const bodies: { raw: string | Buffer; headers: Record<string, string> }[] = [
      { raw: '{', headers: { 'content-type': 'application/json' } },
      { raw: 'code;price', headers: { 'content-type': 'text/csv' } },
      { raw: Buffer.alloc(2 * 1024 * 1024), headers: { 'content-type': 'application/json' } },
      { raw: 'x', headers: { authorization: 'Basic eDp5', 'content-type': 'application/xml' } }
    ]
    for (const body of bodies) assertProblem(await t.call(`POST ${path}`, body), 410, 'GONE')
  })
}

test('paths that only look like the former paths return 404', async () => {
  for (const path of ['/api/products', '/api/products_bulk/1', '/api/v1/products_bulk']) {
    assertProblem(await t.call(`GET ${path}`), 404, 'NOT_FOUND')
  }
})
