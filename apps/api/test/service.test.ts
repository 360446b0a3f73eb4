import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startEmbeddedDatabase } from '../src/db/driver/embedded.ts'
import { removeServiceFolder, runService, serviceFolder, startService } from './running-service.ts'

let folder: string
before(async () => {
  folder = await serviceFolder()
})
after(() => removeServiceFolder(folder))

const run = (env: Record<string, string>) => runService(folder, env)
const started = () => startService(folder)

type Answer = { status: number; body: ReturnType<typeof JSON.parse> }

async function post(url: string, body: unknown, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

async function signIn(url: string): Promise<string> {
  const { body } = await post(`${url}/auth/login`, { email: 'owner@harbor.test', password: 'purveyor-demo' })
  return body.access_token
}

describe('the service', () => {
  test('prints its addresses, the demo accounts and an example call that works', async () => {
    const service = await started()
    for (const shown of [
      '/docs',
      'operator@purveyor.test',
      'owner@summit.test',
      'nobody@purveyor.test',
      'curl'
    ]) {
      assert.ok(service.output().includes(shown), shown)
    }
    const token = await signIn(service.url)
    const answer = await fetch(`${service.url}/vendor/me/shipping-methods`, {
      headers: { authorization: `Bearer ${token}` }
    })
    const { shippingMethods } = (await answer.json()) as { shippingMethods: { pricingType: string }[] }
    const pricingTypes = new Set(shippingMethods.map(({ pricingType }) => pricingType))
    assert.deepEqual(pricingTypes, new Set(['FLAT_RATE', 'WEIGHT_BASED']))
    service.child.kill('SIGTERM')
    assert.equal(await service.ended, 0, service.output())
  })

  test('serves the console at the address that it prints first', async (t) => {
    const service = await startService(folder, { CONSOLE: 'on', NODE_ENV: 'test' })
    t.after(() => service.child.kill('SIGKILL'))
    const url = /running\.\s+Console {4}(\S+)\n {2}API/.exec(service.output())?.[1]
    assert.ok(url, service.output())
    // The first test that needs the console builds it. Until then, the page says so.
    for (;;) {
      const page = await fetch(url)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      const text = await page.text()
      if (page.status === 503) {
        assert.match(text, /<h1>The console is being built/, service.output())
        await new Promise((done) => setTimeout(done, 100))
        continue
      }
      const script = /<script[^>]* src="([^"]+)"/.exec(text)?.[1] ?? ''
      assert.equal((await fetch(new URL(script, url))).status, 200, text)
      break
    }
    service.child.kill('SIGTERM')
    assert.equal(await service.ended, 0, service.output())
  })

  test('loses no acknowledged data when it is killed, and finds its database again', async () => {
    const first = await started()
    const token = await signIn(first.url)
    const created = await post(`${first.url}/vendor/products`, { name: 'Stored', sku: 'STORED-1' }, token)
    assert.equal(created.status, 201)
    first.child.kill('SIGKILL')
    await first.ended

    const second = await started()
    const answer = await fetch(`${second.url}/vendor/products/${created.body.id}`, {
      headers: { authorization: `Bearer ${await signIn(second.url)}` }
    })
    assert.deepEqual(await answer.json(), created.body)
    second.child.kill('SIGINT')
    assert.equal(await second.ended, 0, second.output())
  })

  test('can run twice in one folder and share the embedded database', async () => {
    const [first, second] = await Promise.all([started(), started()])
    assert.notEqual(first.url, second.url)
    const created = await post(
      `${first.url}/vendor/products`,
      { name: 'Shared', sku: 'SHARED-1' },
      await signIn(first.url)
    )
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0, first.output())
    const answer = await fetch(`${second.url}/vendor/products/${created.body.id}`, {
      headers: { authorization: `Bearer ${await signIn(second.url)}` }
    })
    assert.equal(answer.status, 200)
    second.child.kill('SIGTERM')
    assert.equal(await second.ended, 0, second.output())
  })
})

test('the service starts with a new demo if only the embedded database was removed', async () => {
  const first = await started()
  assert.equal((await fetch(new URL('/livez', first.url))).status, 200)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0, first.output())
  const embedded = await startEmbeddedDatabase(join(folder, 'data'), { log: () => {} })
  await embedded.stop({ evenIfShared: true })
  await rm(embedded.location, { recursive: true, force: true })
  const second = await started()
  assert.match(second.output(), /The files of the earlier database were moved to .*assets-[0-9a-f-]{36}\./)
  const { products } = (await (await fetch(`${second.url}/storefront/products`)).json()) as {
    products: { images: { url: string }[] }[]
  }
  const image = products.flatMap(({ images }) => images)[0]?.url ?? ''
  assert.equal((await fetch(image)).status, 200)
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0, second.output())
})

describe('the service exits with an error message', () => {
  test('that names every invalid setting', async () => {
    const service = run({
      PORT: 'http',
      PURVEYOR_ROLE: 'leader',
      RATE_LIMIT_MAX: '0',
      DATABASE_URL: 'mysql://x'
    })
    assert.equal(await service.ended, 1)
    for (const name of ['PORT', 'PURVEYOR_ROLE', 'RATE_LIMIT_MAX', 'DATABASE_URL', 'JWT_SECRET']) {
      assert.match(service.output(), new RegExp(name))
    }
    assert.doesNotMatch(service.output(), /at .*\.ts/)
  })

  test('if its port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const service = run({ PORT: String(port) })
    assert.equal(await service.ended, 1)
    assert.match(service.output(), new RegExp(`Port ${port} on 127.0.0.1 is in use`))
    taken.close()
  })

  test("if the database can't be reached", async () => {
    const service = run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', JWT_SECRET: 'x'.repeat(32) })
    assert.equal(await service.ended, 1)
    assert.match(service.output(), /The database cannot be reached/)
  })
})
