import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { png } from './product-images.ts'
import { compileCache } from './running-service.ts'

/** A command that has ended: its exit code, and everything that it has printed. */
export type Ended = { code: number | null; output: string }

/** Starts `npm run backup` or `npm run restore` with these arguments. */
export function startCli(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../src/cli/${name}.ts`), ...args], {
    env: { PATH: process.env.PATH ?? '', ...compileCache(), ...env }
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, output }))
  return { child, ended }
}

/** Runs `npm run backup` or `npm run restore` with these arguments. */
export function runCli(
  name: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>
): Promise<Ended> {
  return startCli(name, args, env).ended
}

/**
 * Writes that the service has acknowledged: a published product with an image, and an order of the product.
 * `ms` is the time of all six requests.
 */
export type Acknowledged = { productId: string; image: string; bytes: Buffer; orderId: string; ms: number }

/** Clients of a demo marketplace, who write until `stop` is called. */
export type Writers = { acknowledged: Acknowledged[]; stop(): Promise<void> }

type Json = ReturnType<typeof JSON.parse>

const shipTo = {
  ...{ name: 'Ana Lima', addressLine1: '12 Mill Road', city: 'Springfield' },
  ...{ state: 'IL', zipCode: '62701', country: 'US' }
}

/**
 * Signs in at a demo marketplace. Returns a function that calls it and returns the body of a 2xx response.
 */
export async function demoCaller(url: string, email: string) {
  const call = async (request: string, body?: unknown, token?: string): Promise<Json> => {
    const [method = '', path = ''] = request.split(' ')
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' })
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${request}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { access_token } = await call('POST /auth/login', { email, password: 'purveyor-demo' })
  return (request: string, body?: unknown) => call(request, body, access_token)
}

/**
 * Asserts that a restored service has these writes: the products, their images byte for byte, and the
 * orders.
 */
export async function assertRestored(url: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  const vendor = await demoCaller(url, 'owner@harbor.test')
  const operator = await demoCaller(url, 'operator@purveyor.test')
  for (const { productId, image, bytes, orderId } of acknowledged) {
    const product = await vendor(`GET /vendor/products/${productId}`)
    assert.equal(product.status, 'PUBLISHED')
    assert.equal(new URL(product.images[0].url).pathname, new URL(image).pathname)
    const file = await fetch(product.images[0].url)
    assert.ok(file.ok)
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
    assert.equal((await operator(`GET /platform/orders/${orderId}`)).id, orderId)
  }
}

/**
 * Starts clients of a demo marketplace, each of which creates a product, adds an image, has it approved and
 * orders it, again and again, with a pause in between. Returns when each of them has done so once.
 */
export async function startWriters(url: string, { clients = 2, pauseMs = 0 } = {}): Promise<Writers> {
  const vendor = await demoCaller(url, 'owner@harbor.test')
  const operator = await demoCaller(url, 'operator@purveyor.test')
  const { id: vendorId } = await vendor('GET /vendor/me/profile')
  const { shippingMethods } = await vendor('GET /vendor/me/shipping-methods')
  const acknowledged: Acknowledged[] = []
  let stopping = false
  const write = async (sku: string) => {
    const start = performance.now()
    const variant = { sku, name: 'Box', vendorPrice: 9.75, weight: 0.4, initialInventory: 4 }
    const product = await vendor('POST /vendor/products', { name: sku, sku, variants: [variant] })
    const bytes = await png()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'image.png')
    await vendor(`POST /vendor/products/${product.id}/images`, form)
    const { moderationVersion } = await operator(`GET /platform/products/${product.id}`)
    await operator(`POST /platform/products/${product.id}/approve`, { version: moderationVersion })
    const items = [{ variantId: product.variants[0].id, quantity: 1 }]
    const vendors = [{ vendorId, shippingMethodId: shippingMethods[0].id, tax: 1, items }]
    const order = await operator('POST /platform/orders', { paymentMethodName: 'Card', shipTo, vendors })
    const { images } = await vendor(`GET /vendor/products/${product.id}`)
    const ms = performance.now() - start
    acknowledged.push({ productId: product.id, image: images[0].url, bytes, orderId: order.id, ms })
  }
  const started = Promise.withResolvers<void>()
  const run = async (client: number) => {
    for (let index = 0; !stopping; index++) {
      await write(`BACKUP-${client}-${index}`)
      if (acknowledged.length >= clients) started.resolve()
      await sleep(pauseMs)
    }
  }
  const runs = Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  await Promise.race([started.promise, runs])
  return {
    acknowledged,
    async stop() {
      stopping = true
      await runs
    }
  }
}
