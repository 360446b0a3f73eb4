import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../apps/api/test/browser.ts'
import { testService } from './service.ts'

const { outputFiles } = await build({
  stdin: {
    contents: `export * from './index.ts'\nexport * from './webhooks.ts'`,
    resolveDir: join(import.meta.dirname, '../src'),
    loader: 'ts'
  },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'client'
})
const script = outputFiles[0]?.text ?? ''

/** A page of another origin than the service, which loads the client. */
const server = createServer((request, response) => {
  const isScript = request.url === '/client.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : '<!doctype html><title>Shop</title><script src="/client.js"></script>')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const service = await testService({ corsOrigins: [origin] })
const browser = await openBrowser()
after(async () => {
  await browser?.close()
  server.close()
  await service.close()
})

async function openPage(): Promise<Page | undefined> {
  const page = await browser?.newPage()
  await page?.goto(origin)
  return page
}

/** Runs the body of an async function in the page, with a client of the vendor as `purveyor`. */
function run(page: Page, body: string, url = service.url): Promise<unknown> {
  const options = JSON.stringify({ url, token: service.vendor.owner })
  return page.evaluate(`(async () => {
    const purveyor = new client.Purveyor(${options})
    const newProduct = (sku) => ({
      name: 'Product ' + sku, sku, variants: [{ sku: sku + '-1', name: 'One', vendorPrice: 1 }]
    })
    ${body}
  })()`)
}

const skip = 'Chromium is not installed. Set CHROMIUM_PATH to its executable'

suite('In a browser, from another origin', () => {
  test('products are created, listed and changed on the condition of their ETag', async (context) => {
    const page = await openPage()
    if (!page) return context.skip(skip)
    const found = await run(
      page,
      `const product = await purveyor.products.create(newProduct('WEB'))
      const changed = await purveyor.products.update(product, { brand: 'Boltwell' })
      const failure = await purveyor.products.update(product, { brand: 'Other' }).catch((error) => error)
      const skus = []
      for await (const row of purveyor.products.list({ view: 'row', first: 1 })) skus.push(row.sku)
      const isFailed = failure instanceof client.PreconditionFailed
      return [changed.brand, isFailed, failure.current.brand, client.etagOf(changed) !== undefined, skus]`
    )
    assert.deepEqual(found, ['Boltwell', true, 'Boltwell', true, ['WEB']])
  })

  test('files are sent and read', async (context) => {
    const page = await openPage()
    if (!page) return context.skip(skip)
    const found = await run(
      page,
      `const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
      canvas.getContext('2d').fillRect(0, 0, 20, 20)
      const file = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
      const product = await purveyor.products.create(newProduct('IMAGE'))
      const { images } = await purveyor.products.addImage(product, { file, alt: 'Black' })
      return images.map(({ alt }) => alt)`
    )
    assert.deepEqual(found, ['Black'])
  })

  test('an upload returns its job', async (context) => {
    const page = await openPage()
    if (!page) return context.skip(skip)
    const found = await run(
      page,
      `const job = await purveyor.products.upload([newProduct('UP-1'), newProduct('UP-2')])
      return [job.status, (await purveyor.importJobs.get(job)).items_total]`
    )
    assert.deepEqual(found, ['QUEUED', 2])
  })

  test('a write is repeated after a lost connection, and takes effect once', async (context) => {
    const page = await openPage()
    if (!page) return context.skip(skip)
    const { proxy } = await service.behind([])
    // Chromium repeats some requests itself, so all connections are cut until the client has repeated its own.
    proxy.faultFor = (connection) => (connection < 4 ? { cutResponseAfter: 0 } : undefined)
    const found = await run(
      page,
      `const product = await purveyor.products.create(newProduct('CUT'))
      const failure = await purveyor.products.create(newProduct('CUT')).catch((error) => error)
      return [product.sku, failure.name, failure.faults.map(({ pointer }) => pointer)]`,
      proxy.url
    )
    assert.deepEqual(found, ['CUT', 'BadRequest', ['/sku']])
    assert.ok(proxy.connections > 4)
  })

  test('events are followed, and requests to webhooks are verified', async (context) => {
    const page = await openPage()
    if (!page) return context.skip(skip)
    const found = await run(
      page,
      `const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
      const body = JSON.stringify({ type: 'product.created', details: { sku: 'Schlüssel' } })
      const headers = await client.signWebhook({ secret, id: 'a', body })
      const event = await client.verifyWebhook({ secret, headers: new Headers(headers), body })
      const refused = await client.verifyWebhook({ secret, headers, body: body + ' ' }).catch(({ code }) => code)
      const stop = new AbortController()
      const end = purveyor.events.follow({ after: undefined, signal: stop.signal }).next()
      stop.abort()
      return [event.details.sku, refused, (await end).done]`
    )
    assert.deepEqual(found, ['Schlüssel', 'WRONG_SIGNATURE', true])
  })
})
