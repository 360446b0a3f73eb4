import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { NotFound, type Purveyor, PurveyorError, ServerError, Unauthenticated } from '../src/index.ts'
import { newProduct, type TestService, testService } from './service.ts'

let service: TestService
let purveyor: Purveyor

before(async () => {
  service = await testService()
  purveyor = service.client()
})
after(() => service.close())

/** A response of a proxy, or of another server, as it is on the wire. */
function response(status: number, body = '<html></html>', headers = ''): string {
  const end = `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  return `HTTP/1.1 ${status} Of a proxy\r\n${headers}${end}`
}

suite('Responses of other servers', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`a redirect with ${status} is not followed, but reported`, async () => {
      const location = `location: ${service.url}/api/v1/vendor/products\r\n`
      const { purveyor: redirected, proxy } = await service.behind([
        { response: response(status, '', location) }
      ])
      for (const call of [
        () => redirected.products.create(newProduct('REDIRECT')),
        () => redirected.profile.get()
      ]) {
        proxy.faultFor = () => ({ response: response(status, '', location) })
        await assert.rejects(call, (error: unknown) => {
          assert.ok(error instanceof PurveyorError)
          assert.match(error.message, /was redirected to http:.*products\. The url of the client must be/)
          return true
        })
      }
      assert.equal(proxy.connections, 2)
    })
  }

  for (const status of [502, 504]) {
    test(`a ${status} of a proxy is a lost connection`, async () => {
      const fault = { response: response(status) }
      const { purveyor: proxied, proxy } = await service.behind([fault])
      const product = await proxied.products.create(newProduct(`PROXY-${status}`))
      assert.equal(proxy.connections, 2)

      const failing = await service.behind([fault])
      const creation = failing.purveyor.apiTokens.create({ name: `After ${status}`, role: 'VIEWER' })
      await assert.rejects(creation, (error) => error instanceof ServerError && !error.isRetryable)
      assert.equal(failing.proxy.connections, 1)

      const deleting = await service.behind([fault])
      await purveyor.products.delete(product.id)
      assert.equal((await deleting.purveyor.products.delete(product.id)).deleted, true)
    })
  }

  test('a DELETE is not taken for done because a proxy knows no such path', async () => {
    const product = await purveyor.products.create(newProduct('PROXY-404'))
    const { purveyor: proxied } = await service.behind([{ cutRequestAfter: 0 }, { response: response(404) }])
    await assert.rejects(proxied.products.delete(product.id), NotFound)
    assert.equal((await purveyor.products.get(product.id)).id, product.id)
  })

  test('JSON of another API has no code of ours', async () => {
    const body = '{"code":"NOT_OURS","detail":"Not ours","errors":5}'
    const { purveyor: proxied } = await service.behind([{ response: response(404, body) }])
    await assert.rejects(proxied.profile.get(), {
      name: 'NotFound',
      status: 404,
      code: 'NOT_FOUND',
      faults: []
    })
  })

  test('a page without its list is reported', async () => {
    for (const body of ['', 'null', '{}', '[]', '"x"', '{"pageInfo":null}']) {
      const { purveyor: proxied } = await service.behind([{ response: response(200, body) }])
      const reading = Array.fromAsync(proxied.products.list())
      await assert.rejects(reading, { name: 'PurveyorError', message: /isn't a page/ }, body)
    }
  })
})

suite('Errors before anything is sent', () => {
  test('an impossible token is reported without the token', async () => {
    for (const token of ['sec\nret', 'sec ret', 'secr→t']) {
      const call = service.client({ token }).profile.get()
      await assert.rejects(call, (error: unknown) => {
        assert.ok(error instanceof PurveyorError && !error.isRetryable)
        assert.match(error.message, /^The token has/)
        assert.doesNotMatch(`${error.stack}${error.cause}`, /sec.?ret/)
        return true
      })
    }
    assert.ok(await service.client({ token: ` ${service.vendor.owner}\n` }).profile.get())
    await assert.rejects(service.client({ token: '' }).profile.get(), Unauthenticated)
  })

  test('the error of a function that makes the body is thrown as it is, at once', async () => {
    const error = new Error('The file is missing.')
    let calls = 0
    const body = () => {
      calls++
      throw error
    }
    await assert.rejects(purveyor.request('POST', '/vendor/products', { body }), error)
    assert.equal(calls, 1)
  })
})
