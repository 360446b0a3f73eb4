import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { person } from '../../../apps/api/test/people.ts'
import { Purveyor, type UploadProduct } from '../src/index.ts'
import { openBody } from '../src/upload-body.ts'
import { newProduct, type TestService, testService } from './service.ts'

let service: TestService
let purveyor: Purveyor

before(async () => {
  service = await testService()
  purveyor = service.client()
})
after(() => service.close())

/** Returns the warnings that the process emits while `work` is done. */
async function warningsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = []
  const listener = ({ message }: Error) => warnings.push(message)
  process.on('warning', listener)
  await work()
  await new Promise(setImmediate)
  process.removeListener('warning', listener)
  return warnings
}

suite('Settings', () => {
  test('a time can be longer than a timer, or infinite', async () => {
    const warnings = await warningsDuring(async () => {
      for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 40])
        assert.ok(await purveyor.profile.get({ timeoutMs, maxRetries: 0 }))
    })
    assert.deepEqual(warnings, [])
  })

  test('many calls share a signal without a warning, and end with it', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const added = signal.addEventListener.bind(signal)
    let listeners = 0
    signal.addEventListener = (...args: Parameters<typeof added>) => {
      listeners++
      added(...args)
    }
    await Promise.all(Array.from({ length: 30 }, () => purveyor.profile.get({ signal })))
    assert.equal(listeners, 1)
    const waiting = Array.from({ length: 3 }, async () => {
      for await (const _ of purveyor.events.follow({ since: new Date(), signal }));
    })
    const reading = purveyor.events
      .list({ after: undefined, occurredAfter: new Date(), wait: 5 }, { signal })
      .page()
    controller.abort(new Error('Enough'))
    await assert.rejects(reading, { message: 'Enough' })
    await Promise.all(waiting)
  })

  test('an empty idempotency key is refused, because nothing would be repeated safely', async () => {
    const creation = purveyor.products.create(newProduct('EMPTY-KEY'), { idempotencyKey: '' })
    await assert.rejects(creation, { name: 'PurveyorError', message: 'idempotencyKey: must not be empty.' })
  })

  test('keys are generated without crypto.randomUUID, as on pages without HTTPS', async (t) => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
    t.after(() => Reflect.deleteProperty(crypto, 'randomUUID'))
    const keys: (string | null)[] = []
    const watched = service.client({
      fetch: (input, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        return fetch(input, init)
      }
    })
    await watched.products.create(newProduct('NO-UUID-1'))
    await watched.products.create(newProduct('NO-UUID-2'))
    assert.match(String(keys[0]), /^\d+(-\d+){4}$/)
    assert.notEqual(keys[0], keys[1])
  })

  test('a number that JSON cannot express is refused instead of sent as null', async () => {
    const product = { ...newProduct('NAN'), leadTime: Number.NaN }
    await assert.rejects(purveyor.products.create(product), {
      name: 'TypeError',
      message: '"leadTime" is NaN'
    })
  })

  test('an asynchronous function that reports progress is awaited, and its error is thrown', async () => {
    const error = new Error('The disk is full.')
    const fail = async () => {
      throw error
    }
    const items = [{ ...newProduct('PROGRESS') }] as UploadProduct[]
    await assert.rejects(purveyor.products.upload(items, { dryRun: true, onSent: fail }), error)
    const job = await purveyor.products.upload(items, { dryRun: true })
    await assert.rejects(job.finished({ onProgress: fail }), error)
  })

  test('a file may begin with a byte order mark and have CRLF', async () => {
    const { stream } = openBody(new Blob(['\ufeff{"a":1}\r\n{"a":2}\r\n']))
    const text = gunzipSync(await new Response(stream).bytes()).toString()
    assert.equal(text, '{"a":1}\r\n{"a":2}\r\n')
  })

  test('a refresh after a 401 is repeated when the service is overloaded', async () => {
    const { email, password } = await person(service.test, { vendorId: service.vendor.id, role: 'OWNER' })
    const { session } = await Purveyor.signIn({ url: service.url, email, password })
    assert.ok(session)
    let refreshes = 0
    const overloaded: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/auth/refresh') && refreshes++ === 0)
        return new Response('', { status: 503, headers: { 'retry-after': '0' } })
      return fetch(input, init)
    }
    const options = { url: service.url, fetch: overloaded, session: { ...session, accessToken: 'outdated' } }
    assert.equal((await new Purveyor(options).auth.me()).user?.email, email)
    assert.equal(refreshes, 2)
  })
})
