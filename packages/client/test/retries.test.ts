import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  type CallOptions,
  Conflict,
  ConnectionLost,
  NotFound,
  PreconditionFailed,
  TimedOut,
  TooManyRequests,
  Unavailable
} from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const { sql } = service.test

const unavailable =
  'HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
const cutBefore = { cutRequestAfter: 0 }
/** The service handles the request, but no byte of its response arrives. */
const cutAfter = { cutResponseAfter: 0 }
const once: CallOptions = { maxRetries: 0 }

async function productsNamed(sku: string): Promise<number> {
  const rows = await sql`select 1 from products where vendor_id = ${service.vendor.id} and sku = ${sku}`
  return rows.length
}

suite('After a lost connection', () => {
  test('a read is repeated', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter, cutBefore])
    assert.equal((await purveyor.profile.get()).id, service.vendor.id)
    assert.equal(proxy.connections, 3)
  })

  test('a write is repeated with its key, and takes effect once', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter, cutBefore, cutAfter])
    const product = await purveyor.products.create(newProduct('REPEATED'))
    assert.equal(product.sku, 'REPEATED')
    assert.equal(proxy.connections, 4)
    assert.equal(await productsNamed('REPEATED'), 1)
  })

  test('a write is repeated if its response was cut in the middle', async () => {
    const { purveyor, proxy } = await service.behind([{ cutResponseAfter: 700 }])
    const product = await purveyor.products.create(newProduct('MIDDLE'))
    assert.equal(product.variants.length, 1)
    assert.equal(proxy.connections, 2)
    assert.equal(await productsNamed('MIDDLE'), 1)
  })

  test('a form is repeated with its key, and takes effect once', async () => {
    const product = await service.client().products.create(newProduct('FORM'))
    const { purveyor, proxy } = await service.behind([cutAfter])
    const changed = await purveyor.products.addImage(product, { file: await picture(), alt: 'A box' })
    assert.equal(proxy.connections, 2)
    assert.equal(changed.images.length, 1)
    assert.equal(changed.images[0]?.alt, 'A box')
  })

  test('a write that accepts no key is not repeated', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter])
    await assert.rejects(purveyor.apiTokens.create({ name: 'Once', role: 'VIEWER' }), (error: unknown) => {
      assert.ok(error instanceof ConnectionLost)
      assert.equal(error.isRetryable, false)
      assert.equal(error.method, 'POST')
      assert.equal(error.path, '/vendor/me/api-tokens')
      return true
    })
    assert.equal(proxy.connections, 1)
    const tokens = await service.client().apiTokens.list()
    assert.equal(tokens.apiTokens.filter(({ name }) => name === 'Once').length, 1)
  })

  test('a key of the caller does not make such a write repeatable', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter])
    const created = purveyor.apiTokens.create({ name: 'Key', role: 'VIEWER' }, { idempotencyKey: 'my key' })
    await assert.rejects(created, ConnectionLost)
    assert.equal(proxy.connections, 1)
  })

  test('a body that can be read only once is not sent again', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter])
    const body = new Blob([JSON.stringify(newProduct('STREAM'))]).stream()
    const headers = { 'content-type': 'application/json' }
    await assert.rejects(purveyor.request('POST', '/vendor/products', { body, headers }), ConnectionLost)
    assert.equal(proxy.connections, 1)
  })

  test('a function makes the body of each attempt', async () => {
    const { purveyor, proxy } = await service.behind([cutAfter])
    const text = JSON.stringify(newProduct('FUNCTION'))
    const body = () => new Blob([text]).stream()
    const headers = { 'content-type': 'application/json' }
    const product = await purveyor.request<{ sku: string }>('POST', '/vendor/products', { body, headers })
    assert.equal(product.sku, 'FUNCTION')
    assert.equal(proxy.connections, 2)
    assert.equal(await productsNamed('FUNCTION'), 1)
  })

  test('a DELETE is repeated, and finds that the resource is deleted', async () => {
    const product = await service.client().products.create(newProduct('DELETED'))
    const { purveyor, proxy } = await service.behind([cutAfter])
    assert.deepEqual(await purveyor.products.delete(product), { id: product.id, deleted: true })
    assert.equal(proxy.connections, 2)
    assert.equal(await productsNamed('DELETED'), 0)
  })

  for (const condition of ['without', 'with']) {
    test(`a DELETE of a part ${condition} a condition is repeated, and returns the whole`, async () => {
      const body = newProduct(`PART-${condition}`)
      body.variants?.push({ sku: `PART-${condition}-2`, name: 'Two', vendorPrice: 1 })
      const product = await service.client().products.create(body)
      const [first, second] = product.variants
      assert.ok(first && second)
      const { purveyor, proxy } = await service.behind([cutAfter])
      const ref = condition === 'with' ? product : product.id
      const changed = await purveyor.products.deleteVariant(ref, first)
      assert.deepEqual(
        changed.variants.map(({ id }) => id),
        [second.id]
      )
      assert.ok(proxy.connections > 1)
    })
  }

  test('a DELETE of a part fails if something else was changed before it arrived', async () => {
    const body = newProduct('PART-CHANGED')
    body.variants?.push({ sku: 'PART-CHANGED-2', name: 'Two', vendorPrice: 1 })
    const product = await service.client().products.create(body)
    const [first] = product.variants
    assert.ok(first)
    await service.client().products.update(product.id, { brand: 'Boltwell' })
    const { purveyor } = await service.behind([cutBefore])
    await assert.rejects(purveyor.products.deleteVariant(product, first), PreconditionFailed)
  })

  test('a DELETE that was sent once reports that there is nothing to delete', async () => {
    const product = await service.client().products.create(newProduct('TWICE'))
    await service.client().products.delete(product)
    await assert.rejects(service.client().products.delete(product.id), NotFound)
  })

  test('the call fails when all attempts have failed', async () => {
    const { purveyor, proxy } = await service.behind([cutBefore, cutBefore, cutBefore, cutBefore])
    await assert.rejects(purveyor.profile.get({ maxRetries: 2 }), (error: unknown) => {
      assert.ok(error instanceof ConnectionLost)
      assert.equal(error.isRetryable, true)
      assert.match(error.message, /^GET http:\S+\/vendor\/me\/profile: the connection was lost \(.+\)\.$/)
      return true
    })
    assert.equal(proxy.connections, 3)
  })

  test('even a write without a key is repeated if the connection was refused', async () => {
    const { purveyor, proxy } = await service.behind([])
    await proxy.close()
    const created = purveyor.apiTokens.create({ name: 'Refused', role: 'VIEWER' }, { maxRetries: 1 })
    await assert.rejects(created, (error: unknown) => error instanceof ConnectionLost && error.isRetryable)
  })
})

suite('Responses that ask for a repetition', () => {
  test('after a 503, any request is repeated', async () => {
    const { purveyor, proxy } = await service.behind([{ response: unavailable }, { response: unavailable }])
    const token = await purveyor.apiTokens.create({ name: 'After 503', role: 'VIEWER' })
    assert.match(token.token, /./)
    assert.equal(proxy.connections, 3)
  })

  test('a 503 of a load balancer is Unavailable', async () => {
    const { purveyor } = await service.behind([{ response: unavailable }])
    await assert.rejects(purveyor.profile.get(once), (error: unknown) => {
      assert.ok(error instanceof Unavailable)
      assert.equal(error.code, 'UNAVAILABLE')
      assert.equal(error.retryAfter, 0)
      assert.equal(error.isRetryable, true)
      return true
    })
  })

  test('a 500 is not repeated', async () => {
    const response = 'HTTP/1.1 500 Error\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
    const { purveyor, proxy } = await service.behind([{ response }])
    await assert.rejects(purveyor.profile.get(), { name: 'ServerError', isRetryable: false })
    assert.equal(proxy.connections, 1)
  })

  test('a 429 is repeated after the time in Retry-After', async () => {
    const response = 'HTTP/1.1 429 Slow\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
    const { purveyor, proxy } = await service.behind([{ response }])
    const start = performance.now()
    await purveyor.profile.get()
    assert.ok(performance.now() - start >= 990)
    assert.equal(proxy.connections, 2)
  })

  test('a Retry-After of more than ten minutes fails at once', async () => {
    const response = 'HTTP/1.1 429 Slow\r\nretry-after: 601\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
    const { purveyor } = await service.behind([{ response }])
    await assert.rejects(
      purveyor.profile.get(),
      (error: unknown) => error instanceof TooManyRequests && error.retryAfter === 601
    )
  })

  test('a key whose request is still in progress is sent again until there is a response', async () => {
    const lock = await sql.reserve()
    const held = `${service.vendor.id}\nbusy`
    await lock`select pg_advisory_lock(hashtextextended(${held}, 1))`
    let attempts = 0
    const purveyor = service.client({
      async fetch(input, init) {
        const response = await fetch(input, init)
        if (++attempts === 3) await lock`select pg_advisory_unlock(hashtextextended(${held}, 1))`
        return response
      }
    })
    const busy = { idempotencyKey: 'busy' }
    await assert.rejects(
      purveyor.products.create(newProduct('BUSY'), { ...busy, ...once }),
      (error: unknown) =>
        error instanceof Conflict && error.code === 'REQUEST_IN_PROGRESS' && error.isRetryable
    )
    const product = await purveyor.products.create(newProduct('BUSY'), { ...busy, maxRetries: 1 })
    lock.release()
    assert.equal(attempts, 4)
    assert.equal(product.sku, 'BUSY')
    assert.equal(await productsNamed('BUSY'), 1)
  })
})

suite('Every call ends', () => {
  test('an attempt ends when nothing arrives for the idle time', async () => {
    const { purveyor, proxy } = await service.behind([{ isSilent: true }, { isSilent: true }])
    await assert.rejects(purveyor.profile.get({ timeoutMs: 200, maxRetries: 1 }), (error: unknown) => {
      assert.ok(error instanceof TimedOut)
      assert.ok(error instanceof ConnectionLost)
      assert.match(error.message, /nothing was sent or received for 200 ms/)
      return true
    })
    assert.equal(proxy.connections, 2)
  })

  test('a write that timed out is repeated with its key', async () => {
    const { purveyor, proxy } = await service.behind([{ isSilent: true }])
    const product = await purveyor.products.create(newProduct('SILENT'), { timeoutMs: 1000 })
    assert.equal(product.sku, 'SILENT')
    assert.equal(proxy.connections, 2)
    assert.equal(await productsNamed('SILENT'), 1)
  })

  test('the time in which the service may wait for rows is added', async () => {
    const page = await service
      .client()
      .events.list({ wait: 1, type: 'order.placed' }, { timeoutMs: 500, ...once })
      .page()
    assert.deepEqual(page.events, [])
  })

  test('a signal ends an attempt with its reason', async () => {
    const { purveyor } = await service.behind([{ isSilent: true }])
    const reason = new Error('Enough')
    const abort = new AbortController()
    const call = purveyor.profile.get({ signal: abort.signal })
    setTimeout(() => abort.abort(reason), 50)
    await assert.rejects(call, (error) => error === reason)
  })

  test('a signal ends the wait before the next attempt', async () => {
    const response = 'HTTP/1.1 429 Slow\r\nretry-after: 500\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
    const { purveyor } = await service.behind([{ response }])
    const abort = new AbortController()
    const call = purveyor.profile.get({ signal: abort.signal })
    setTimeout(() => abort.abort(), 100)
    await assert.rejects(call, { name: 'AbortError' })
  })

  test('a call with an aborted signal sends nothing', async () => {
    const { purveyor, proxy } = await service.behind([])
    await assert.rejects(purveyor.profile.get({ signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(proxy.connections, 0)
  })

  test('a stream that is cut fails with ConnectionLost', async () => {
    const { purveyor } = await service.behind([{ cutResponseAfter: 2000 }])
    const stream = await purveyor.request('GET', '/vendor/products', { as: 'stream' })
    await assert.rejects(new Response(stream).text(), (error: unknown) =>
      causes(error).some((cause) => cause instanceof ConnectionLost)
    )
  })
})

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

async function picture(): Promise<Blob> {
  const { picture: noise } = await import('../../../apps/api/test/images.ts')
  return new Blob([new Uint8Array(await noise().png().toBuffer())], { type: 'image/png' })
}
