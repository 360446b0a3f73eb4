import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { etagOf, NotFound, PreconditionFailed, Unauthenticated } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const purveyor = service.client()

test('creates, reads, changes and deletes a product', async () => {
  const created = await purveyor.products.create(newProduct('CRUD'))
  const read = await purveyor.products.get(created)
  assert.equal(etagOf(read), etagOf(created))
  const updated = await purveyor.products.update(read, { brand: 'Boltwell' })
  assert.equal(updated.brand, 'Boltwell')
  assert.deepEqual(await purveyor.products.delete(updated), { id: created.id, deleted: true })
  await assert.rejects(purveyor.products.get(created.id), (error: unknown) => {
    assert.ok(error instanceof NotFound)
    assert.equal(error.code, 'NOT_FOUND')
    assert.equal(error.path, `/vendor/products/${created.id}`)
    assert.match(error.requestId, /./)
    return true
  })
})

test('a write with an outdated object fails with both versions', async () => {
  const first = await purveyor.products.create(newProduct('STALE'))
  await purveyor.products.update(first.id, { brand: 'Boltwell' })
  await assert.rejects(purveyor.products.update(first, { brand: 'Other' }), (error: unknown) => {
    assert.ok(error instanceof PreconditionFailed)
    assert.equal(error.sent, first)
    assert.equal((error.current as { brand: string }).brand, 'Boltwell')
    return true
  })
})

test('a token that is not valid is Unauthenticated', async () => {
  await assert.rejects(service.client({ token: 'wrong' }).profile.get(), Unauthenticated)
})

test('a list yields the items of all pages', async () => {
  for (let number = 0; number < 5; number++) await purveyor.products.create(newProduct(`PAGE-${number}`))
  const skus: string[] = []
  for await (const row of purveyor.products.list({ first: 2, view: 'row', search: 'PAGE' }))
    skus.push(row.sku)
  assert.deepEqual(skus, ['PAGE-4', 'PAGE-3', 'PAGE-2', 'PAGE-1', 'PAGE-0'])
})
