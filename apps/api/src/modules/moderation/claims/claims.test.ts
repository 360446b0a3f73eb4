import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { apiToken } from '../../../../test/people.ts'
import { productWithStatus, stage } from '../../../../test/staged.ts'
import { setRules } from '../../../../test/stored-rules.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteExpiredClaims } from './claim-queries.ts'

let t: TestApp
let vendor: TestVendor
let rosa: string
let omar: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())
beforeEach(async () => {
  rosa = await t.operator('EDITOR')
  omar = await t.operator('EDITOR')
})

type Item = { id: string; kind: string }

const claim = (items: unknown, { as = rosa, takeOver, headers = {} }: ClaimOptions = {}) =>
  t.call('POST /platform/moderation/claims', { as, body: { items, takeOver }, headers })
type ClaimOptions = { as?: string; takeOver?: boolean | undefined; headers?: Record<string, string> }
const release = (items: unknown, as = rosa, headers = {}) =>
  t.call('POST /platform/moderation/claims/release', { as, body: { items }, headers })
const decide = (items: object[], as = rosa) =>
  t.call('POST /platform/moderation/decisions', { as, body: { items } })
const approval = (item: Item, more: object = {}) => ({ ...item, version: 1, decision: 'APPROVE', ...more })

async function waiting(): Promise<Item> {
  return { id: await productWithStatus(t, vendor, 'PENDING_APPROVAL'), kind: 'PRODUCT' }
}

async function revised(): Promise<Item & { version: number }> {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  return {
    id,
    kind: 'REVISION',
    version: await stage(t, vendor, { id, revision: { name: 'Flange bolt M10' } })
  }
}

const keyOf = ({ id, kind }: Item) => ({ id, kind })

/** Returns `claimedBy` of each entry of the queue, by the id of the product. */
async function holders(): Promise<
  Map<string, { id: string; type: string; name: string; expiresAt: string }>
> {
  const { body } = await t.call(`GET /platform/moderation?vendorId=${vendor.id}&last=100`, { as: omar })
  return new Map(
    body.entries.map((entry: { product: Item; claimedBy: object }) => [entry.product.id, entry.claimedBy])
  )
}

async function userId(token: string): Promise<string> {
  return (await t.call('GET /auth/me', { as: token })).body.user.id
}

const expire = (id: string) =>
  t.sql`update moderation_claims set expires_at = now() - interval '1 ms' where product_id = ${id}`
const codesOf = ({ body }: { body: { results: { status: string; error: { code: string } | null }[] } }) =>
  body.results.map(({ status, error }) => error?.code ?? status)

describe('a claim', () => {
  test('holds an entry for 15 minutes, and the queue shows who holds it', async () => {
    const [product, revision] = [await waiting(), keyOf(await revised())]
    const begun = Date.now()
    const answer = await claim([product, revision])
    assert.equal(answer.status, 200, answer.text)
    const { expiresAt } = answer.body.results[0]
    assert.deepEqual(answer.body, {
      ...{ total: 2, claimed: 2, failed: 0 },
      results: [product, revision].map((item, index) => ({
        index,
        ...item,
        ...{ status: 'CLAIMED', expiresAt, error: null }
      }))
    })
    const minutes = 15 * 60_000
    const time = Date.parse(expiresAt)
    assert.ok(time >= begun + minutes - 1000 && time <= Date.now() + minutes + 1000, expiresAt)
    const holder = { id: await userId(rosa), type: 'USER', name: 'Test user', expiresAt }
    const held = await holders()
    assert.deepEqual([held.get(product.id), held.get(revision.id)], [holder, holder])
  })

  test('is extended if its holder claims the entry again', async () => {
    const item = await waiting()
    await claim([item])
    await t.sql`
      update moderation_claims set expires_at = now() + interval '1 minute' where product_id = ${item.id}`
    const again = await claim([item])
    assert.ok(Date.parse(again.body.results[0].expiresAt) > Date.now() + 10 * 60_000)
    assert.equal((await holders()).get(item.id)?.expiresAt, again.body.results[0].expiresAt)
  })

  test('of someone else is refused with the name and the time, and nothing changes', async () => {
    const [item, free] = [await waiting(), await waiting()]
    const { expiresAt } = (await claim([item])).body.results[0]
    const { body } = await claim([item, free], { as: omar })
    assert.deepEqual([body.total, body.claimed, body.failed], [2, 1, 1])
    assert.deepEqual(body.results[0], {
      index: 0,
      ...item,
      ...{ status: 'FAILED', expiresAt: null },
      error: {
        code: 'CLAIMED',
        message: `Test user has claimed the entry until ${expiresAt}. Send takeOver: true to take the entry over.`
      }
    })
    const held = await holders()
    assert.deepEqual([held.get(item.id)?.id, held.get(free.id)?.id], [await userId(rosa), await userId(omar)])
  })

  test('replaces that of someone else with takeOver', async () => {
    const item = await waiting()
    await claim([item])
    assert.deepEqual(codesOf(await claim([item], { as: omar, takeOver: true })), ['CLAIMED'])
    assert.equal((await holders()).get(item.id)?.id, await userId(omar))
    assertProblem(await approve(item), 409, 'CLAIMED')
  })

  test('belongs to the API token that made it', async () => {
    const item = await waiting()
    const token = await apiToken(t, { role: 'EDITOR' })
    assert.deepEqual(codesOf(await claim([item], { as: token })), ['CLAIMED'])
    const { type, name } = (await holders()).get(item.id) ?? {}
    assert.deepEqual([type, name], ['TOKEN', 'Test token'])
    assert.equal((await approve(item, token)).status, 200)
  })

  test('is refused for entries that are not in the queue, and each kind is claimed on its own', async () => {
    const published = await productWithStatus(t, vendor, 'PUBLISHED')
    const revision = await revised()
    const missing = newId()
    const items = [
      { id: published, kind: 'PRODUCT' },
      { id: published, kind: 'REVISION' },
      { id: missing, kind: 'PRODUCT' },
      { id: revision.id, kind: 'PRODUCT' },
      keyOf(revision)
    ]
    const answer = await claim(items)
    assert.deepEqual(codesOf(answer), [
      'INVALID_TRANSITION',
      'NO_REVISION',
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'CLAIMED'
    ])
    assert.equal(
      answer.body.results[0].error.message,
      'The product is PUBLISHED. You can claim it only while it is PENDING_APPROVAL.'
    )
    const ids = items.map(({ id }) => id)
    const stored = await t.sql`select kind, product_id from moderation_claims where product_id = any(${ids})`
    assert.deepEqual([...stored], [{ kind: 'REVISION', productId: revision.id }])
  })

  test('has no effect after it has expired, and is deleted by the cleanup', async () => {
    const [item, other, current] = [await waiting(), await waiting(), await waiting()]
    await claim([item, other, current])
    await expire(item.id)
    await expire(other.id)
    assert.equal((await holders()).get(item.id), null)
    assert.deepEqual(codesOf(await claim([item], { as: omar })), ['CLAIMED'])
    assert.equal((await approve(other, omar)).status, 200)
    await deleteExpiredClaims(t.sql)
    const ids = [item.id, other.id, current.id]
    const left = await t.sql`select product_id as id from moderation_claims where product_id = any(${ids})`
    assert.deepEqual(left.map(({ id }) => id).toSorted(), [item.id, current.id].toSorted())
  })

  test('ends when a rule decides on the entry, and when the vendor withdraws the edits', async () => {
    const edit = (id: string, name: string) =>
      t.call(`PATCH /vendor/products/${id}`, { as: vendor.owner, body: { name } })
    const ends: ((id: string) => Promise<unknown>)[] = [
      async (id) => {
        await setRules(t, [{ decision: 'APPROVE' }])
        assert.equal((await edit(id, 'Flange bolt M12')).body.pendingRevision, null)
        await setRules(t, [])
      },
      (id) => t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.owner }),
      async (id) => {
        const { name } = (await t.call(`GET /vendor/products/${id}`, { as: vendor.owner })).body
        assert.equal((await edit(id, name)).body.pendingRevision, null)
      }
    ]
    for (const end of ends) {
      const item = keyOf(await revised())
      assert.deepEqual(codesOf(await claim([item])), ['CLAIMED'])
      await end(item.id)
      assert.equal((await edit(item.id, 'Flange bolt M14')).status, 200)
      assert.equal((await holders()).get(item.id), null)
    }
  })

  test('records no event', async () => {
    const item = await waiting()
    await claim([item])
    await release([item])
    const events = await t.sql`select type from events where subject_id = ${item.id}`
    assert.deepEqual(
      events.map(({ type }) => type),
      ['product.created']
    )
  })

  test('ignores the Idempotency-Key, which all users of the operator share', async () => {
    const item = await waiting()
    const headers = { 'idempotency-key': newId() }
    assert.deepEqual(codesOf(await claim([item], { headers })), ['CLAIMED'])
    const refused = await claim([item], { as: omar, headers })
    assert.deepEqual([refused.body.claimed, refused.body.results[0].error?.code], [0, 'CLAIMED'])
    await release([item], rosa, headers)
    assert.equal((await claim([item], { as: omar, headers })).body.claimed, 1)
    assert.equal((await release([item], rosa, headers)).body.failed, 1)
    assert.equal((await holders()).get(item.id)?.id, await userId(omar))
  })
})

const approve = ({ id }: Item, as = rosa, more: object = {}) =>
  t.call(`POST /platform/products/${id}/approve`, { as, body: { version: 1, ...more } })

describe('releasing', () => {
  test('ends a claim, so that others can claim the entry', async () => {
    const item = await waiting()
    await claim([item])
    const { body } = await release([item])
    assert.deepEqual(body, {
      ...{ total: 1, released: 1, failed: 0 },
      results: [{ index: 0, ...item, status: 'RELEASED', error: null }]
    })
    assert.equal((await holders()).get(item.id), null)
    assert.deepEqual(codesOf(await claim([item], { as: omar })), ['CLAIMED'])
  })

  test('succeeds for entries that are not claimed, and fails for those of someone else', async () => {
    const [own, free, foreign] = [await waiting(), await waiting(), await waiting()]
    await claim([own])
    const { expiresAt } = (await claim([foreign], { as: omar })).body.results[0]
    const { body } = await release([own, free, foreign, { id: newId(), kind: 'REVISION' }])
    assert.deepEqual(codesOf({ body }), ['RELEASED', 'RELEASED', 'CLAIMED', 'RELEASED'])
    assert.deepEqual([body.released, body.failed], [3, 1])
    assert.equal(
      body.results[2].error.message,
      `Test user has claimed the entry until ${expiresAt}. You can release only entries that you have claimed.`
    )
    assert.equal((await holders()).get(foreign.id)?.id, await userId(omar))
  })
})

describe('a decision on an entry that someone else has claimed', () => {
  test('is refused unless it has takeOver, and then ends the claim', async () => {
    const item = await waiting()
    await claim([item])
    assertProblem(await approve(item, omar), 409, 'CLAIMED')
    assertProblem(await approve(item, omar, { takeOver: false }), 409, 'CLAIMED')
    const answer = await approve(item, omar, { takeOver: true })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.status, 'PUBLISHED')
    assert.deepEqual([...(await t.sql`select from moderation_claims where product_id = ${item.id}`)], [])
  })

  test('is refused for each route', async () => {
    const [product, revision] = [await waiting(), await revised()]
    await claim([product, keyOf(revision)])
    const paths: [string, string, number][] = [
      [product.id, 'approve', 1],
      [product.id, 'reject', 1],
      [revision.id, 'revision/approve', revision.version],
      [revision.id, 'revision/reject', revision.version]
    ]
    for (const [id, verb, version] of paths) {
      const body = { version, ...(verb.endsWith('reject') && { reason: 'Blurred' }) }
      assertProblem(await t.call(`POST /platform/products/${id}/${verb}`, { as: omar, body }), 409, 'CLAIMED')
    }
    const reject = { version: revision.version, reason: 'Blurred', takeOver: true }
    const path = `POST /platform/products/${revision.id}/revision/reject`
    assert.equal((await t.call(path, { as: omar, body: reject })).status, 200)
  })

  test('is refused item by item in sets', async () => {
    const [held, taken, free] = [await waiting(), await waiting(), await waiting()]
    await claim([held, taken])
    const items = [approval(held), approval(taken, { takeOver: true }), approval(free)]
    assert.deepEqual(codesOf(await decide(items, omar)), ['CLAIMED', 'DECIDED', 'DECIDED'])
    assert.deepEqual(codesOf(await decide([approval(held)])), ['DECIDED'])
  })

  test('first gets the errors that it would get without the claim', async () => {
    const item = await waiting()
    await claim([item])
    const stale = await t.call(`POST /platform/products/${item.id}/approve`, {
      as: omar,
      body: { version: 2 }
    })
    assertProblem(stale, 412, 'STALE_VERSION')
  })

  test('is allowed if only the other kind of entry of the product is claimed', async () => {
    const item = await waiting()
    await t.sql`
      insert into moderation_claims (product_id, kind, actor_type, actor_id, actor_name, expires_at)
      values (${item.id}, 'REVISION', 'USER', ${newId()}, 'Someone', now() + interval '1 hour')`
    assert.equal((await approve(item)).status, 200)
  })
})

describe('the body of claims and releases', () => {
  test('must have 1 to 100 different entries', async () => {
    const items = Array.from({ length: 101 }, () => ({ id: newId(), kind: 'PRODUCT' }))
    for (const send of [(body: unknown) => claim(body), (body: unknown) => release(body)]) {
      assertFaults(await send(items), { '/items': 'TOO_MANY' })
      assert.equal((await send(items.slice(1))).status, 200)
      assertFaults(await send([]), { '/items': 'TOO_FEW' })
      const { id = '' } = items[0] ?? {}
      const repeated = [
        { id, kind: 'PRODUCT' },
        { id, kind: 'REVISION' },
        { id: id.toUpperCase(), kind: 'PRODUCT' }
      ]
      assertFaults(await send(repeated), { '/items/2/id': 'REPEATED_ENTRY' })
    }
  })

  test('is refused with all its faults', async () => {
    const items = [
      { id: '1', kind: 'VENDOR' },
      { id: newId(), version: 1 }
    ]
    const answer = await t.call('POST /platform/moderation/claims', {
      as: rosa,
      body: { items, takeOver: 1 }
    })
    assertFaults(answer, {
      '/items/0/id': 'INVALID_UUID',
      '/items/0/kind': 'NOT_ALLOWED',
      '/items/1/kind': 'REQUIRED',
      '/items/1/version': 'UNKNOWN_FIELD',
      '/takeOver': 'INVALID_TYPE'
    })
  })
})

test('claims and releases are for operators who can decide', async () => {
  const items = [await waiting()]
  for (const path of ['claims', 'claims/release']) {
    const request = `POST /platform/moderation/${path}`
    assertProblem(await t.call(request, { body: { items } }), 401, 'UNAUTHENTICATED')
    assertProblem(
      await t.call(request, { as: await t.operator('VIEWER'), body: { items } }),
      403,
      'INSUFFICIENT_ROLE'
    )
    assertProblem(await t.call(request, { as: vendor.owner, body: { items } }), 403, 'NOT_PLATFORM_USER')
  }
})
