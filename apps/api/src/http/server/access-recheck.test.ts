import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { newApiToken } from '../../modules/auth/tokens/tokens.ts'

/** An application that checks access every 20 ms. */
let eager: TestApp
/** An application that doesn't check access at intervals during a test. */
let late: TestApp
const origins = new Map<TestApp, string>()
before(async () => {
  eager = await testApp({ times: { accessCheckMs: 20 } })
  late = await testApp({ times: { accessCheckMs: 60 * 60_000 } })
  for (const t of [eager, late]) origins.set(t, await t.app.listen({ port: 0, host: '127.0.0.1' }))
})
after(() => Promise.all([eager.close(), late.close()]))

const path = '/api/v1/vendor/products'
const ndjson = { 'content-type': 'application/x-ndjson' }
const json = { 'content-type': 'application/json' }

function send(t: TestApp, to: string, { token, headers }: { token: string; headers: object }): ClientRequest {
  const sent = request(`${origins.get(t)}${to}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    agent: false
  })
  // The server may close the connection while the rest is being sent.
  return sent.on('error', () => {})
}

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; code: string }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, code: JSON.parse(await text(answer)).code }
}

const item = (index: number) => ({
  product: `Product ${index}`,
  code: `P-${index}`,
  vendor_price: 1
})
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(item(from + index))}\n`).join('')

async function stored(t: TestApp, { id }: TestVendor): Promise<number[]> {
  const [row] = await t.sql`
    select (select count(*)::int from import_jobs where vendor_id = ${id}) as jobs,
      (select count(*)::int from import_chunks where vendor_id = ${id}) as chunks,
      (select count(*)::int from idempotency_keys where scope = ${id}) as keys,
      (select count(*)::int from shipping_methods where vendor_id = ${id}) as methods`
  return [row?.jobs, row?.chunks, row?.keys, row?.methods]
}

const nothing = [0, 0, 0, 0]

async function chunksOf(t: TestApp, vendor: TestVendor): Promise<number> {
  return (await stored(t, vendor))[1] ?? 0
}

const editorOf = ({ id }: TestVendor, t: TestApp) => t.sql`vendor_id = ${id} and role = 'EDITOR'`

async function apiTokenOf(t: TestApp, { id }: TestVendor): Promise<string> {
  const token = newApiToken()
  await t.sql`
    insert into api_tokens (id, name, vendor_id, role, token_hash)
    values (${newId()}, 'Feed', ${id}, 'EDITOR', ${hashSecret(token)})`
  return token
}

type Loss = [
  title: string,
  lose: (t: TestApp, vendor: TestVendor) => Promise<unknown>,
  status: number,
  code: string
]

const losses: Loss[] = [
  [
    'an ended session',
    (t, v) =>
      t.sql`update sessions set ended_at = now() where user_id in (select id from users where ${editorOf(v, t)})`,
    401,
    'UNAUTHENTICATED'
  ],
  [
    'a disabled user',
    (t, v) => t.sql`update users set is_active = false where ${editorOf(v, t)}`,
    401,
    'UNAUTHENTICATED'
  ],
  [
    'a removed member',
    (t, v) => t.sql`update users set role = null, vendor_id = null where ${editorOf(v, t)}`,
    403,
    'NO_MEMBERSHIP'
  ],
  [
    'a member of another vendor',
    async (t, v) => {
      const other = await t.vendor()
      await t.sql`update users set vendor_id = ${other.id} where ${editorOf(v, t)}`
    },
    403,
    'NO_MEMBERSHIP'
  ],
  [
    'a lowered role',
    (t, v) => t.sql`update users set role = 'VIEWER' where ${editorOf(v, t)}`,
    403,
    'INSUFFICIENT_ROLE'
  ],
  [
    'a deactivated vendor',
    (t, v) => t.sql`update vendors set is_active = false where id = ${v.id}`,
    403,
    'VENDOR_INACTIVE'
  ],
  [
    'a deleted API token',
    (t, v) => t.sql`delete from api_tokens where vendor_id = ${v.id}`,
    401,
    'UNAUTHENTICATED'
  ]
]

const tokenFor = (title: string, t: TestApp, vendor: TestVendor) =>
  title.includes('API token') ? apiTokenOf(t, vendor) : Promise.resolve(vendor.editor)

describe('an upload that is still arriving', () => {
  for (const [title, lose, status, code] of losses) {
    test(`is refused after ${title}, and nothing of it is stored`, async () => {
      const vendor = await eager.vendor()
      const token = await tokenFor(title, eager, vendor)
      const sent = send(eager, `${path}/bulk-upload`, {
        token,
        headers: { ...ndjson, 'idempotency-key': 'a' }
      })
      const answer = answerOf(sent)
      sent.write(lines(0, 5_000))
      while ((await chunksOf(eager, vendor)) === 0) await sleep(5)
      await lose(eager, vendor)
      assert.deepEqual(await answer, { status, code })
      sent.destroy()
      assert.deepEqual(await stored(eager, vendor), nothing)
    })
  }

  const rests: [title: string, to: string, headers: object, first: string, rest: string][] = [
    ['NDJSON', 'bulk-upload', ndjson, lines(0, 5_000), lines(5_000, 10)],
    ['JSON', 'bulk-upload', json, `{"items":[${JSON.stringify(item(1))}`, ']}'],
    ['a bulk update', 'bulk-update', json, '{"items":[{"product_code":"a","vendor_price":2}', ']}']
  ]
  for (const [title, to, headers, first, rest] of rests) {
    test(`is refused at its end if access was lost while it was arriving: ${title}`, async () => {
      const vendor = await late.vendor()
      const token = await apiTokenOf(late, vendor)
      const sent = send(late, `${path}/${to}`, { token, headers: { ...headers, 'idempotency-key': 'a' } })
      const arrived = once(late.app.server, 'request')
      const answer = answerOf(sent)
      sent.write(first)
      await arrived
      if (first.length > 100_000) while ((await chunksOf(late, vendor)) === 0) await sleep(5)
      else await usedOnce(late, vendor)
      await late.sql`delete from api_tokens where vendor_id = ${vendor.id}`
      sent.end(rest)
      assert.deepEqual(await answer, { status: 401, code: 'UNAUTHENTICATED' })
      assert.deepEqual(await stored(late, vendor), nothing)
    })
  }

  test('does not get the response that is stored under its key once access is lost', async () => {
    const vendor = await late.vendor()
    const token = await apiTokenOf(late, vendor)
    const options = { token, headers: { ...ndjson, 'idempotency-key': 'a' } }
    const first = send(late, `${path}/bulk-upload`, options)
    first.end(lines(0, 10))
    assert.equal((await answerOf(first)).status, 200)
    const again = send(late, `${path}/bulk-upload`, options)
    const answer = answerOf(again)
    again.write(lines(0, 5))
    await once(late.app.server, 'request')
    await late.sql`delete from api_tokens where vendor_id = ${vendor.id}`
    again.end(lines(5, 5))
    assert.deepEqual(await answer, { status: 401, code: 'UNAUTHENTICATED' })
  })
})

/** Resolves when the token has been checked for the first time. */
async function usedOnce(t: TestApp, { id }: TestVendor): Promise<void> {
  while ((await t.sql`select from api_tokens where vendor_id = ${id} and last_used_at is null`).length > 0)
    await sleep(5)
}

describe('another long request', () => {
  test('is refused if its ordinary body took long to arrive, and nothing is stored', async () => {
    const vendor = await eager.vendor()
    const token = await apiTokenOf(eager, vendor)
    const sent = send(eager, '/api/v1/vendor/me/shipping-methods', {
      token,
      headers: { ...json, 'idempotency-key': 'a' }
    })
    const answer = answerOf(sent)
    sent.write('{"name":')
    await usedOnce(eager, vendor)
    await eager.sql`delete from api_tokens where vendor_id = ${vendor.id}`
    // Longer than the time between two checks.
    await sleep(25)
    sent.end('"Ground"}')
    assert.deepEqual(await answer, { status: 401, code: 'UNAUTHENTICATED' })
    assert.deepEqual(await stored(eager, vendor), nothing)
  })

  test('is refused while it waits for a job', async () => {
    const vendor = await eager.vendor()
    const upload = send(eager, `${path}/bulk-upload`, { token: vendor.editor, headers: ndjson })
    upload.end(lines(0, 1))
    const [accepted] = (await once(upload, 'response')) as [IncomingMessage]
    const { queue_id } = JSON.parse(await text(accepted))
    const token = await apiTokenOf(eager, vendor)
    const waiting = get(`${origins.get(eager)}/api/v1/vendor/import-jobs/${queue_id}?wait=25`, {
      headers: { authorization: `Bearer ${token}` },
      agent: false
    })
    await usedOnce(eager, vendor)
    await eager.sql`delete from api_tokens where vendor_id = ${vendor.id}`
    assert.deepEqual(await answerOf(waiting), { status: 401, code: 'UNAUTHENTICATED' })
  })

  test('is reset if it is a streamed export, and its database query is cancelled', async () => {
    const vendor = await eager.vendor()
    const body = { name: 'Product', sku: 'A', variants: [] }
    const created = await eager.call('POST /vendor/products', { as: vendor.owner, body })
    await eager.sql`
      insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
      select uuidv7(), ${created.body.id}, ${vendor.id}, 10 + i, repeat('x', 2000) || i, 'Long', 1
      from generate_series(1, 15000) as i`
    const token = await apiTokenOf(eager, vendor)
    const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
    const sent = get(`${origins.get(eager)}${path}/export`, { headers, agent: false }).on('error', () => {})
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const failed = new Promise((done) => answer.once('error', done))
    assert.equal(answer.statusCode, 200)
    await eager.sql`delete from api_tokens where vendor_id = ${vendor.id}`
    const copies = () =>
      eager.sql`select from pg_stat_activity where datname = current_database() and query like 'copy %'`
    while ((await copies()).length > 0) await sleep(5)
    answer.resume()
    await failed
    assert.equal(answer.complete, false)
  })
})
