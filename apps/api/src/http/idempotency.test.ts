import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../test/app.ts'
import { newId } from '../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const create = (key: string, body: unknown, as = vendor.owner) =>
  t.call('POST /vendor/me/shipping-methods', { as, body, headers: { 'idempotency-key': key } })
const count = async (vendorId = vendor.id) =>
  Number((await t.sql`select count(*) from shipping_methods where vendor_id = ${vendorId}`)[0]?.count)

test('a repeated request gets the same response and has no second effect', async () => {
  const before = await count()
  const first = await create('again', { name: 'Ground' })
  const second = await create('again', { name: 'Ground' })
  assert.equal(second.text, first.text)
  assert.equal(second.headers.etag, first.headers.etag)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.equal(await count(), before + 1)
})

test('another body, path or method under the same key gets a 422 before the body is validated', async () => {
  const { body } = await create('other', { name: 'Ground' })
  assertProblem(await create('other', { name: '' }), 422, 'IDEMPOTENCY_KEY_REUSED')
  const patched = await t.call(`PATCH /vendor/me/shipping-methods/${body.id}`, {
    as: vendor.owner,
    body: { name: 'Ground' },
    headers: { 'idempotency-key': 'other' }
  })
  assertProblem(patched, 422, 'IDEMPOTENCY_KEY_REUSED')
})

test('a stored response is sent before the body is validated, also if the rules have changed since', async () => {
  const first = await create('ruled', { name: 'Ground' })
  const [row] = await t.sql`delete from idempotency_keys where key = 'ruled' returning *`
  assert.equal((await create('ruled', { name: '' })).status, 400)
  // As if the body had been valid for an earlier release.
  const invalidHash = hash('sha256', 'POST /api/v1/vendor/me/shipping-methods\n{"name":""}', 'buffer')
  await t.sql`insert into idempotency_keys (scope, key, request_hash, status, headers, body)
    values (${vendor.id}, 'ruled', ${invalidHash}, 200, ${t.sql.json(row?.headers)}, ${row?.body})`
  const again = await create('ruled', { name: '' })
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
})

test('a stored response is not sent to a client without access', async () => {
  await create('secret', { name: 'Ground' })
  const other = await t.vendor()
  assertProblem(await create('secret', { name: 'Ground' }, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await create('secret', { name: '' }, other.viewer), 403, 'INSUFFICIENT_ROLE')
})

test('an error of the use case is stored under the key, a validation error is not', async () => {
  const path = `PATCH /vendor/me/shipping-methods/${newId()}`
  const call = () =>
    t.call(path, { as: vendor.owner, body: { name: 'x' }, headers: { 'idempotency-key': 'missing' } })
  assertProblem(await call(), 404, 'NOT_FOUND')
  const again = await call()
  assert.equal(again.status, 404)
  assert.equal(again.headers['idempotency-replayed'], 'true')

  assert.equal((await create('corrected', { name: '' })).status, 400)
  assert.equal((await create('corrected', { name: 'Ground' })).status, 200)
})

test('a failed precondition is not stored under the key', async () => {
  const { body, headers } = await t.call('POST /vendor/me/shipping-methods', {
    as: vendor.owner,
    body: { name: 'a' }
  })
  const patch = (match: string) =>
    t.call(`PATCH /vendor/me/shipping-methods/${body.id}`, {
      as: vendor.owner,
      body: { name: 'b' },
      headers: { 'if-match': match, 'idempotency-key': 'conditional' }
    })
  assertProblem(await patch('"old"'), 412, 'PRECONDITION_FAILED')
  assert.equal((await patch(String(headers.etag))).status, 200)
})

test('vendors have separate keys: the same key of another vendor has its own effect', async () => {
  const other = await t.vendor()
  const mine = await create('shared', { name: 'Ground' })
  const theirs = await create('shared', { name: 'Ground' }, other.owner)
  assert.notEqual(theirs.body.id, mine.body.id)
  assert.equal(theirs.headers['idempotency-replayed'], undefined)
})

test('twenty concurrent requests have one effect, and each gets its response or a 409', async () => {
  const own = await t.vendor()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create('race', { name: 'Ground' }, own.owner))
  )
  assert.equal(await count(own.id), 1)
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id))
  assert.equal(ids.size, 1)
  for (const answer of answers) {
    if (answer.status !== 200) assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
  }
})

test('concurrent repetitions all get the stored response', async () => {
  const first = await create('repeated', { name: 'Ground' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('repeated', { name: 'Ground' })))
  for (const answer of answers) assert.equal(answer.text, first.text)
})

test('a stored response is sent although a transaction has locked its key', async () => {
  const first = await create('locked', { name: 'Ground' })
  const again = await t.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${vendor.id}\nlocked`}, 1))`
    return create('locked', { name: 'Ground' })
  })
  assert.equal(again.text, first.text)
})

test('a stored response expires after a day', async () => {
  const first = await create('old', { name: 'Ground' })
  await t.sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`
  const second = await create('old', { name: 'Ground' })
  assert.notEqual(second.body.id, first.body.id)
  assert.equal((await create('old', { name: 'Ground' })).body.id, second.body.id)
})

test('a key has 1 to 255 characters', async () => {
  assert.equal((await create('k'.repeat(255), { name: 'Ground' })).status, 200)
  assertFaults(await create('k'.repeat(256), { name: 'Ground' }), { 'Idempotency-Key': 'INVALID_HEADER' })
  assertFaults(await create('', { name: 'Ground' }), { 'Idempotency-Key': 'INVALID_HEADER' })
})

test('the response is stored in the transaction of the effect: if one fails, neither is committed', async () => {
  await t.sql`alter table idempotency_keys add constraint no_answer check (key <> 'fails')`
  const before = await count()
  assertProblem(await create('fails', { name: 'Ground' }), 500, 'INTERNAL_ERROR')
  assert.equal(await count(), before)
})
