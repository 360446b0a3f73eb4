import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newId } from '../src/lib/ids.ts'
import { until } from './bucket.ts'
import {
  type RunningService,
  removeServiceFolder,
  runService,
  serviceFolder,
  startService
} from './running-service.ts'

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
  let service: RunningService
  before(async () => {
    // As if only the embedded database had been removed.
    await mkdir(join(folder, 'data/assets'), { recursive: true })
    await writeFile(join(folder, 'data/assets/store-id'), newId())
    service = await startService(folder, { CONSOLE: 'on', NODE_ENV: 'test' })
  })
  after(() => service.child.kill('SIGKILL'))

  test('of the demo shows at /dev/mail what it would send', async () => {
    const { origin } = new URL(service.url)
    assert.ok(service.output().includes(`${origin}/dev/mail`))
    const token = await signIn(service.url)
    const body = { email: `${newId()}@harbor.test`, name: 'Bo', role: 'VIEWER' }
    assert.equal((await post(`${service.url}/vendor/me/members`, body, token)).status, 200)
    const list = await until(async () => {
      const page = await (await fetch(`${origin}/dev/mail`)).text()
      return page.includes(body.email) && page
    })
    assert.match(list, /Invitation to Harbor Supply/)
  })

  test('prints its addresses, the demo accounts and an example call that works', async () => {
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
  })

  test('moves the files of an earlier database away, and serves those of its demo', async () => {
    assert.match(service.output(), /The files of the earlier database were moved to .*assets-[0-9a-f-]{36}\./)
    const { products } = (await (await fetch(`${service.url}/storefront/products`)).json()) as {
      products: { images: { url: string }[] }[]
    }
    const image = products.flatMap(({ images }) => images)[0]?.url ?? ''
    assert.equal((await fetch(image)).status, 200)
  })

  test('serves the console at the address that it prints first', async () => {
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
  })

  test('loses no acknowledged data when it is killed, finds its database again, and can run twice in one folder', async () => {
    const stored = await post(
      `${service.url}/vendor/products`,
      { name: 'Stored', sku: 'STORED-1' },
      await signIn(service.url)
    )
    assert.equal(stored.status, 201)
    service.child.kill('SIGKILL')
    await service.ended

    // Both share the embedded database.
    const [first, second] = await Promise.all([started(), started()])
    assert.notEqual(first.url, second.url)
    const created = await post(
      `${first.url}/vendor/products`,
      { name: 'Shared', sku: 'SHARED-1' },
      await signIn(first.url)
    )
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0, first.output())
    const headers = { authorization: `Bearer ${await signIn(second.url)}` }
    for (const { body } of [stored, created]) {
      const answer = await fetch(`${second.url}/vendor/products/${body.id}`, { headers })
      assert.deepEqual(await answer.json(), body)
    }
    second.child.kill('SIGINT')
    assert.equal(await second.ended, 0, second.output())
  })
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
