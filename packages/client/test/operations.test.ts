import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { picture } from '../../../apps/api/test/images.ts'
import { Purveyor, PurveyorError } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const { url } = service
const purveyor = service.client()

async function image(colour = '#c84'): Promise<Blob> {
  return new Blob([new Uint8Array(await picture(40, 30, colour).png().toBuffer())], { type: 'image/png' })
}

suite('Operations', () => {
  test('creates, reads, changes and deletes a product', async () => {
    const created = await purveyor.products.create(newProduct('CRUD'))
    const read = await purveyor.products.get(created)
    assert.deepEqual(read, created)
    const updated = await purveyor.products.update(read, { brand: 'Boltwell' })
    assert.equal(updated.brand, 'Boltwell')
    assert.deepEqual(await purveyor.products.delete(updated), { id: created.id, deleted: true })
  })

  test('the address may end with a slash or with /api/v1', async () => {
    for (const end of ['', '/', '/api/v1', '/api/v1/']) {
      const profile = await service.client({ url: url + end }).profile.get()
      assert.equal(profile.id, service.vendor.id, end)
    }
  })

  test('the storefront and the health checks need no token', async () => {
    const anonymous = new Purveyor({ url })
    assert.deepEqual(await anonymous.health.live(), { status: 'ok' })
    assert.deepEqual((await anonymous.storefront.products.list().page()).products, [])
    assert.ok(Array.isArray((await anonymous.storefront.categories.list()).categories))
  })

  test('a list without pages is the response', async () => {
    const method = await purveyor.shippingMethods
      .create({
        name: 'Freight',
        pricingType: 'BY_WEIGHT',
        countryRates: []
      } as never)
      .catch((error: unknown) => error)
    assert.ok(method)
    assert.ok(Array.isArray((await purveyor.shippingMethods.list()).shippingMethods))
  })

  test('the operator has methods of its own', async () => {
    const vendor = await service.operator.platform.vendors.get(service.vendor.id)
    assert.equal(vendor.id, service.vendor.id)
    const tag = await service.operator.platform.tags.create({ name: 'New', slug: 'new' })
    const renamed = await service.operator.platform.tags.update(tag, { name: 'Brand new' })
    assert.equal(renamed.name, 'Brand new')
    assert.deepEqual(
      (await purveyor.tags.list()).tags.map(({ name }) => name),
      ['Brand new']
    )
  })

  test('a slug takes the place of an id on the storefront', async () => {
    const missing = new Purveyor({ url }).storefront.products.get({ slug: 'no such/product' })
    await assert.rejects(missing, { name: 'NotFound', path: '/storefront/products/no%20such%2Fproduct' })
  })

  test('an id that is missing is reported before anything is sent', () => {
    const ids = [undefined, '', null, {}, { id: 7 }] as unknown as string[]
    for (const id of ids) {
      assert.throws(
        () => purveyor.products.get(id),
        (error: unknown) => {
          assert.ok(error instanceof TypeError)
          assert.match(error.message, /\/vendor\/products\/:id: pass an id/)
          return true
        }
      )
    }
  })
})

suite('Files', () => {
  test('a form has a file and fields', async () => {
    const product = await purveyor.products.create(newProduct('IMAGES'))
    const changed = await purveyor.products.addImage(product, {
      file: await image(),
      alt: 'A bolt',
      isPrimary: true
    })
    assert.deepEqual(
      changed.images.map(({ alt, isPrimary }) => ({ alt, isPrimary })),
      [{ alt: 'A bolt', isPrimary: true }]
    )
  })

  test('a form has a list of files, and lists as JSON', async () => {
    const product = await purveyor.products.create(newProduct('REPLACED'))
    const two = {
      images: [await image('red'), await image('blue')],
      metadata: [{ alt: 'Red' }, { alt: 'Blue' }]
    }
    const changed = await purveyor.products.replaceImages(product, two)
    assert.deepEqual(
      changed.images.map(({ alt }) => alt),
      ['Red', 'Blue']
    )
    const none = await purveyor.products.replaceImages(changed, { images: [], metadata: [] })
    assert.deepEqual(none.images, [])
  })

  test('a file is returned as a Blob', async () => {
    const product = await purveyor.products.create(newProduct('BLOB'))
    const changed = await purveyor.products.addImage(product, { file: await image() })
    const [folder = '', file = ''] = (changed.images[0]?.url ?? '').split('/').slice(-2)
    const blob = await purveyor.assets.get(folder, file)
    assert.match(blob.type, /^image\//)
    assert.ok(blob.size > 100)
  })
})

suite('request', () => {
  test('sends any request; paths begin with /api/v1 or not', async () => {
    for (const path of ['/vendor/me/profile', '/api/v1/vendor/me/profile']) {
      const profile = await purveyor.request<{ id: string }>('get', path)
      assert.equal(profile.id, service.vendor.id)
    }
    assert.deepEqual(await purveyor.request('GET', '/livez'), { status: 'ok' })
  })

  test('adds the query to that of the path', async () => {
    await purveyor.products.create(newProduct('QUERY-1'))
    await purveyor.products.create(newProduct('QUERY-2'))
    const query = { first: 1, updatedAfter: new Date(0), status: undefined, hasPendingRevision: false }
    const page = await purveyor.request<{ products: unknown[] }>('GET', '/vendor/products?view=row', {
      query
    })
    assert.equal(page.products.length, 1)
  })

  test('returns text, a blob, a stream or the response', async () => {
    const path = '/vendor/products/export'
    const headers = { accept: 'text/csv' }
    const text = await purveyor.request('GET', path, { as: 'text', headers })
    assert.match(text, /^company_id,product_id,product_code/)
    const blob = await purveyor.request('GET', path, { as: 'blob', headers })
    assert.equal(await blob.text(), text)
    assert.match(blob.type, /^text\/csv/)
    const stream = await purveyor.request('GET', path, { as: 'stream', headers })
    assert.equal(await new Response(stream).text(), text)
    const response = await purveyor.request('GET', path, { as: 'response', headers })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('x-request-id') ?? '', /./)
    assert.equal(await response.text(), text)
  })

  test('an address that is not of the service is reported', async () => {
    const wrong = new Purveyor({ url: `${url}/docs` })
    await assert.rejects(wrong.request('GET', '/livez'), (error: unknown) => {
      assert.ok(error instanceof PurveyorError)
      return true
    })
  })

  test('headers and fetch can be replaced', async () => {
    const sent: Headers[] = []
    const own = service.client({
      headers: { 'x-request-id': 'my-own-id' },
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers))
        return fetch(input, init)
      }
    })
    await own.profile.get({ headers: { 'accept-language': 'de' } })
    assert.equal(sent[0]?.get('x-request-id'), 'my-own-id')
    assert.equal(sent[0]?.get('accept-language'), 'de')
  })

  test('an invalid header is reported as such', async () => {
    await assert.rejects(purveyor.profile.get({ headers: { 'bad name': '1' } }), TypeError)
  })
})
