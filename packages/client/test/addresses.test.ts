import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Purveyor, PurveyorError, type Ref } from '../src/index.ts'
import { newProduct, type TestService, testService } from './service.ts'

let service: TestService
let purveyor: Purveyor

before(async () => {
  service = await testService()
  purveyor = service.client()
})
after(() => service.close())

suite('Addresses', () => {
  test('an id never leads to another resource', async () => {
    const product = await purveyor.products.create(newProduct('DOTS'))
    for (const id of ['.', '..', { id: '..' }] as Ref[]) {
      assert.throws(() => purveyor.products.deleteVariant(product, id), /variantId/)
      assert.throws(() => purveyor.products.delete(id), TypeError)
    }
    for (const id of ['../', '..\\', '%2e%2e', '..%2f', '..;', 'a?b', 'a#b', '__proto__', 'constructor'])
      await assert.rejects(
        purveyor.products.get(id),
        { name: 'BadRequest', message: /^id: must be a UUID/ },
        id
      )
    assert.equal((await purveyor.products.get(product.id)).id, product.id)
  })

  test('a request stays at the service', async () => {
    const addresses: string[] = []
    const watched = service.client({
      fetch: async (input) => {
        addresses.push(String(input))
        return new Response('{}')
      }
    })
    const paths = [
      '',
      'vendor/products',
      '@example.com/',
      '.example.com/',
      'https://example.com/',
      '\\example.com'
    ]
    const dots = [
      '/vendor/..',
      '/vendor/./products',
      '/vendor/products/x/%2E%2e?first=1',
      '/vendor\\..\\x',
      '/..#x'
    ]
    for (const path of [...paths, ...dots])
      await assert.rejects(watched.request('GET', path), /must begin with \/ and have no segments/, path)
    assert.deepEqual(addresses, [])
    await watched.request('GET', '/vendor/products/..a?q=/../x')
    assert.deepEqual(addresses, [`${service.url}/api/v1/vendor/products/..a?q=%2F..%2Fx`])
  })

  test('a url that is not an address is refused with an example', () => {
    for (const url of [
      '',
      'localhost:3000',
      '127.0.0.1:3000',
      '//example.com',
      'ftp://example.com',
      'http://'
    ]) {
      assert.throws(
        () => new Purveyor({ url }),
        (error: unknown) =>
          error instanceof PurveyorError && /https:\/\/purveyor\.example\.com/.test(error.message)
      )
    }
  })
})
