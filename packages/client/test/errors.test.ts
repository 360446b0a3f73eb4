import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { sellables, shippingMethod } from '../../../apps/api/test/orders.ts'
import { quotedPart, resignedQuote } from '../../../apps/api/test/quotes.ts'
import {
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  HeadersTooLarge,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  ProblemError,
  PurveyorError,
  TooManyRequests,
  Unauthenticated,
  Unprocessable,
  UnsupportedMediaType
} from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const purveyor = service.client()

async function errorOf(call: Promise<unknown>): Promise<ProblemError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  assert.ok(error instanceof ProblemError, String(error))
  return error
}

suite('Errors', () => {
  test('an invalid request lists its faults', async () => {
    const body = { ...newProduct('FAULTS'), name: 'x', leadTime: -1 }
    const error = await errorOf(purveyor.products.create(body))
    assert.ok(error instanceof BadRequest)
    assert.ok(error instanceof PurveyorError)
    assert.ok(error instanceof Error)
    assert.equal(error.status, 400)
    assert.equal(error.code, 'VALIDATION_FAILED')
    assert.deepEqual(error.faults.map(({ pointer }) => pointer).sort(), ['/leadTime', '/name'])
    assert.equal(error.faultCount, 2)
    assert.equal(error.isRetryable, false)
    assert.equal(error.method, 'POST')
    assert.equal(error.path, '/vendor/products')
    assert.match(error.requestId, /^[\w.:-]+$/)
    assert.equal(error.docUrl, `${service.url}/docs/errors#validation_failed`)
    assert.equal(error.message, '/name: must have at least 3 characters (and 1 more). (VALIDATION_FAILED)')
  })

  test('an order with an expired quote gets the new quotes', async () => {
    const { test: app, vendor, operator } = service
    const [variant] = await sellables(app, vendor)
    await shippingMethod(app, vendor)
    const cart = { shipTo: { country: 'US' }, items: [{ variantId: variant?.id ?? '', quantity: 2 }] }
    const shop = service.client({ token: undefined })
    const [quoted] = (await shop.storefront.quotes.create(cart)).vendors
    assert.ok(quoted)
    const order = {
      ...{
        paymentMethodName: 'Card',
        shipTo: { name: 'Ana', addressLine1: '1 Quay', city: 'Springfield', country: 'US' }
      },
      vendors: [{ ...quotedPart(quoted), quote: resignedQuote(quoted.quote, { expiresAt: 1 }) }]
    }
    const error = await errorOf(operator.platform.orders.create(order))
    assert.ok(error instanceof Conflict)
    assert.equal(error.code, 'QUOTE_EXPIRED')
    const [renewed] = error.quotes
    assert.ok(renewed)
    assert.equal(renewed.subtotal, quoted.subtotal)
    const placed = await operator.platform.orders.create({ ...order, vendors: [quotedPart(renewed)] })
    assert.equal(placed.suborders.length, 1)
  })

  test('each status has its class', async () => {
    const large = { 'x-large': 'x'.repeat(60_000) }
    const key = { idempotencyKey: 'reused' }
    const product = await purveyor.products.create(newProduct('BEFORE'), key)
    const cases: [() => Promise<unknown>, typeof ProblemError, string][] = [
      [() => service.client({ token: 'wrong' }).profile.get(), Unauthenticated, 'UNAUTHENTICATED'],
      [() => service.client({ token: undefined }).profile.get(), Unauthenticated, 'UNAUTHENTICATED'],
      [
        () => service.client({ token: service.vendor.viewer }).products.create(newProduct('V')),
        Forbidden,
        'INSUFFICIENT_ROLE'
      ],
      [() => purveyor.platform.vendors.list().page(), Forbidden, 'NOT_PLATFORM_USER'],
      [() => purveyor.products.get('01990cdf-8800-7fd0-8548-d7556399f159'), NotFound, 'NOT_FOUND'],
      [() => purveyor.request('DELETE', '/vendor/products'), MethodNotAllowed, 'METHOD_NOT_ALLOWED'],
      [() => purveyor.products.create(newProduct('KEY'), key), Unprocessable, 'IDEMPOTENCY_KEY_REUSED'],
      [() => purveyor.products.submit(product), Conflict, 'INVALID_TRANSITION'],
      [() => purveyor.request('GET', '/api/products_export'), Gone, 'GONE'],
      [
        () =>
          purveyor.request('PATCH', '/vendor/me/profile', { body: new Blob(['x'], { type: 'text/plain' }) }),
        UnsupportedMediaType,
        'UNSUPPORTED_MEDIA_TYPE'
      ],
      [() => purveyor.profile.update({ name: 'x'.repeat(3_000_000) }), PayloadTooLarge, 'PAYLOAD_TOO_LARGE'],
      [() => purveyor.profile.get({ headers: large }), HeadersTooLarge, 'HEADERS_TOO_LARGE']
    ]
    for (const [call, expected, code] of cases) {
      const error = await errorOf(call())
      assert.equal(error.constructor, expected, `${error.name} ${error.message}`)
      assert.equal(error.name, expected.name)
      assert.equal(error.code, code)
      assert.equal(error.isRetryable, false)
    }
  })

  test('too many requests are reported with the time to wait', async () => {
    const response = 'HTTP/1.1 429 Slow\r\nretry-after: 7\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
    const { purveyor: limited } = await service.behind([{ response }])
    const error = await errorOf(limited.profile.get({ maxRetries: 0 }))
    assert.ok(error instanceof TooManyRequests)
    assert.equal(error.retryAfter, 7)
    assert.equal(error.isRetryable, true)
  })

  test('the error page of another server is reported as such', async () => {
    const html = '<h1>Bad gateway</h1>'
    const response = `HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: ${html.length}\r\n\r\n${html}`
    const { purveyor: proxied } = await service.behind([{ response }])
    const error = await errorOf(proxied.profile.get({ maxRetries: 0 }))
    assert.equal(error.name, 'ServerError')
    assert.match(error.message, /status 502 and isn't from Purveyor/)
  })
})
