import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

/** The text of a body that is large enough to be parsed in a thread. */
const large = (body: object) => `${' '.repeat(70_000)}${JSON.stringify(body)}`
const create = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  t.call('POST /vendor/me/shipping-methods', { as: vendor.owner, raw, headers })

describe('a large body', () => {
  test('is read in the same way as a small one', async () => {
    const { status, body } = await create(large({ name: 'Größe 😀', description: 'x'.repeat(2_000) }))
    assert.equal(status, 200)
    assert.equal(body.name, 'Größe 😀')
  })

  test('gets the same errors as a small one', async () => {
    assertFaults(await create(large({ name: 1, nmae: 'x' })), {
      '/nmae': 'UNKNOWN_FIELD',
      '/name': 'INVALID_TYPE'
    })
    assertFaults(await create(large({ name: 'a\0b' })), { '/name': 'NUL_CHARACTER' })
    assertFaults(await create(`${large({ name: 'x' })}}`), { '': 'INVALID_JSON' })
    assertFaults(await create(Buffer.concat([Buffer.alloc(70_000, ' '), Buffer.from([0xff])])), {
      '': 'INVALID_UTF8'
    })
  })

  test('is distinguished from another body under the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'large body' }
    const first = await create(large({ name: 'One' }), key)
    const again = await create(large({ name: 'One' }), key)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, first.text)
    assertProblem(await create(large({ name: 'Two' }), key), 422, 'IDEMPOTENCY_KEY_REUSED')
  })
})

test('validation stops after 101 errors, and then errorCount is not exact', async () => {
  const names = Array.from({ length: 150 }, (_, index) => [`n${index}`, 1])
  const { status, body } = await create(JSON.stringify({ name: 'x', ...Object.fromEntries(names) }))
  assert.equal(status, 400)
  assert.equal(body.errors.length, 100)
  assert.equal(body.errorCount, 101)
  assert.equal(body.errorCountIsExact, false)
  assert.equal(body.detail, '/n0: is not a known field (and at least 100 more).')
})

test('the detail says whether the body or a parameter without a name is wrong', async () => {
  const { body } = await t.call('GET /vendor/products?=1', { as: vendor.owner })
  assert.deepEqual([body.errors[0].parameter, body.errors[0].code], ['', 'UNKNOWN_PARAMETER'])
  assert.equal(body.detail, 'The parameter with the empty name is not a known parameter.')
  assert.match((await create('{')).body.detail, /^The body /)
})

test('100 errors are counted exactly', async () => {
  const names = Array.from({ length: 100 }, (_, index) => [`n${index}`, 1])
  const { body } = await create(JSON.stringify({ name: 'x', ...Object.fromEntries(names) }))
  assert.equal(body.errorCount, 100)
  assert.equal(body.errorCountIsExact, true)
})

test('parsing stops after 101 texts that cannot be stored, and then errorCount is not exact', async () => {
  const { body } = await create(`{"name":[${Array(150).fill('"\\u0000"').join()}]}`)
  assert.equal(body.errors.length, 100)
  assert.equal(body.errorCount, 101)
  assert.equal(body.errorCountIsExact, false)
})

test('a long unknown name is cut in the pointer', async () => {
  const { body } = await create(JSON.stringify({ name: 'x', ['n'.repeat(500_000)]: 1 }))
  assert.equal(body.errors[0].pointer, `/${'n'.repeat(100)}…`)
})
