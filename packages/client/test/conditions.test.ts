import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { picture } from '../../../apps/api/test/images.ts'
import { etagOf, PreconditionFailed, type Product, PurveyorError, type VendorProfile } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const purveyor = service.client()

async function image(): Promise<Blob> {
  return new Blob([new Uint8Array(await picture().png().toBuffer())], { type: 'image/png' })
}

async function failed(write: Promise<unknown>): Promise<PreconditionFailed> {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  assert.ok(error instanceof PreconditionFailed)
  assert.equal(error.code, 'PRECONDITION_FAILED')
  return error
}

suite('Conditional writes', () => {
  test('an object that was read carries its ETag, which is not a property of it', async () => {
    const product = await purveyor.products.create(newProduct('ETAG'))
    assert.match(etagOf(product) ?? '', /^"/)
    assert.equal(etagOf(await purveyor.products.get(product.id)), etagOf(product))
    assert.equal(etagOf({ ...product }), undefined)
    assert.equal(etagOf(JSON.parse(JSON.stringify(product))), undefined)
    assert.equal(JSON.stringify(product).includes(etagOf(product)?.slice(1, -1) ?? 'missing'), false)
  })

  test('a write with an outdated object fails with both versions', async () => {
    const first = await purveyor.products.create(newProduct('STALE'))
    await purveyor.products.update(first.id, { brand: 'Boltwell' })
    const error = await failed(purveyor.products.update(first, { brand: 'Other' }))
    assert.equal(error.sent, first)
    const current = error.current as Product
    assert.equal(current.brand, 'Boltwell')
    assert.equal((await purveyor.products.update(current, { brand: 'Other' })).brand, 'Other')
  })

  test('each write returns an object for the next one', async () => {
    let product = await purveyor.products.create(newProduct('CHAIN'))
    for (const brand of ['A', 'B', 'C']) product = await purveyor.products.update(product, { brand })
    assert.equal(product.brand, 'C')
  })

  test('a part is changed on the condition of the whole', async () => {
    const product = newProduct('PARTS')
    product.variants?.push({ sku: 'PARTS-2', name: 'Two', vendorPrice: 1 })
    const first = await purveyor.products.create(product)
    await purveyor.products.update(first.id, { brand: 'Boltwell' })
    const [variant] = first.variants
    assert.ok(variant)
    const error = await failed(purveyor.products.deleteVariant(first, variant))
    assert.equal((error.current as Product).brand, 'Boltwell')
    const changed = await purveyor.products.deleteVariant(error.current as Product, variant)
    assert.equal(changed.variants.length, 1)
  })

  test('a resource without an id takes its condition as an option', async () => {
    const profile = await purveyor.profile.get()
    await purveyor.profile.update({ phone: '+1 555 0100' }, { ifMatch: profile })
    const error = await failed(purveyor.profile.update({ phone: '+1 555 0199' }, { ifMatch: profile }))
    assert.equal(error.sent, profile)
    assert.equal((error.current as VendorProfile).phone, '+1 555 0100')
    const file = await image()
    const logo = await failed(purveyor.profile.setLogo({ file }, { ifMatch: profile }))
    assert.equal((logo.current as VendorProfile).phone, '+1 555 0100')
  })

  test('an ETag can be sent as text', async () => {
    const product = await purveyor.products.create(newProduct('TEXT'))
    const error = await failed(purveyor.products.update(product.id, { brand: 'B' }, { ifMatch: '"other"' }))
    assert.equal(error.sent, undefined)
    assert.deepEqual(error.current, product)
  })

  test('a copy has no ETag: its id is used without a condition, and ifMatch refuses it', async () => {
    const first = await purveyor.products.create(newProduct('COPY'))
    await purveyor.products.update(first, { brand: 'Boltwell' })
    assert.equal((await purveyor.products.update({ ...first }, { brand: 'Other' })).brand, 'Other')
    await assert.rejects(
      purveyor.products.update(first.id, {}, { ifMatch: { ...first } }),
      (error: unknown) => {
        assert.ok(error instanceof PurveyorError)
        assert.match(error.message, /not a copy/)
        return true
      }
    )
  })

  test('writes that accept no condition use only the id', async () => {
    const first = await purveyor.products.create(newProduct('SUBMIT'))
    await purveyor.products.update(first.id, { brand: 'Boltwell' })
    await assert.rejects(purveyor.products.submit(first), { name: 'Conflict', code: 'INVALID_TRANSITION' })
  })

  test('a member can be changed on the condition of an earlier change', async () => {
    const { members } = await purveyor.members.list()
    const [member] = members.filter(({ role }) => role === 'EDITOR')
    assert.ok(member)
    const renamed = await purveyor.members.update(member, { role: 'VIEWER' })
    await purveyor.members.update(member.id, { role: 'EDITOR' })
    const error = await failed(purveyor.members.update(renamed, { role: 'ADMIN' }))
    assert.equal(error.sent, renamed)
    assert.equal(error.current, undefined)
  })
})
