import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { ruleCalls } from '../../../test/approval-rules.ts'
import { type Body, productCalls } from '../../../test/products.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { setRules, type TestRule } from '../../../test/stored-rules.ts'
import { systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'
import { lockProduct } from '../products/write/stored-queries.ts'
import { applyToWaiting } from './apply-to-waiting.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
after(() => t.close())
// What waits from earlier tests must not be decided again.
beforeEach(async () => {
  await t.sql`update products set status = 'DRAFT', pending_revision = null, pending_revision_submitted_at = null`
  await setRules(t, [])
  vendor = await t.vendor()
})

const { apply } = ruleCalls(() => ({ t, operator }))
const { create: createWith, patch, read } = productCalls(() => ({ t, vendor }))
const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
const none = { evaluated: 0, approved: 0, rejected: 0, queued: 0, samples: 0 }

/** Creates a product while no rule is active, so that it waits. */
async function waiting(fields: Body = {}): Promise<string> {
  return (await createWith({ variants, ...fields })).id
}

/** Creates a published product with staged edits. */
async function edited(edits: Body): Promise<string> {
  const id = await waiting()
  await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
  assert.equal((await patch(id, edits)).status, 200)
  return id
}

async function applied(rules: TestRule[]) {
  await setRules(t, rules)
  const answer = await apply()
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function stateOf(id: string): Promise<string> {
  const { body } = await read(id)
  return body.pendingRevision ? `${body.status}, pending` : body.status
}

async function claim(sql: TestApp['sql'], productId: string, { minutes = 15, kind = 'PRODUCT' } = {}) {
  await sql`
    insert into moderation_claims (product_id, kind, actor_type, actor_id, actor_name, expires_at)
    values (${productId}, ${kind}, 'USER', ${newId()}, 'Ana', now() + ${minutes} * interval '1 minute')`
}

describe('applying the rules', () => {
  test('decides on products and staged edits that match, and counts them', async () => {
    const bolt = await waiting({ name: 'Bolt' })
    const spam = await waiting({ name: 'Bolt', description: 'See www.spam.example' })
    const screw = await waiting({ name: 'Screw' })
    const name = await edited({ name: 'Bolt' })
    const text = await edited({ name: 'Screw' })
    const result = await applied([
      { decision: 'QUEUE', when: { withoutWords: ['bolt'] } },
      { decision: 'APPROVE', when: { withoutLinks: true } },
      { decision: 'REJECT' }
    ])
    assert.deepEqual(result, {
      evaluated: 5,
      approved: 2,
      rejected: 1,
      queued: 2,
      samples: 0,
      isComplete: true
    })
    assert.deepEqual(await Promise.all([bolt, spam, screw, name, text].map(stateOf)), [
      ...['PUBLISHED', 'DRAFT', 'PENDING_APPROVAL'],
      ...['PUBLISHED', 'PUBLISHED, pending']
    ])
    assert.deepEqual(await applied([]), { ...none, evaluated: 2, queued: 2, isComplete: true })
  })

  test('decides as the service, and names the rule and the request', async () => {
    const id = await waiting()
    const [ruleId] = await setRules(t, [{ name: 'All' }])
    const { headers } = await apply()
    const [event] = await t.sql`
      select actor_type, request_id, details from events where subject_id = ${id} and type = 'product.approved'`
    assert.deepEqual(event, {
      actorType: 'SYSTEM',
      requestId: headers['x-request-id'],
      details: { ruleId, ruleName: 'All' }
    })
    const [snapshot] =
      await t.sql`select rule_id, decision from moderation_snapshots where product_id = ${id}`
    assert.deepEqual(snapshot, { ruleId, decision: 'APPROVED' })
  })

  test('with no rule, leaves everything in the queue', async () => {
    const id = await waiting()
    assert.deepEqual(await applied([]), { ...none, evaluated: 1, queued: 1, isComplete: true })
    assert.deepEqual(await applied([{ isActive: false }]), {
      ...none,
      evaluated: 1,
      queued: 1,
      isComplete: true
    })
    assert.equal(await stateOf(id), 'PENDING_APPROVAL')
  })

  test('leaves samples and products without variants in the queue', async () => {
    const sample = await waiting()
    assert.deepEqual(await applied([{ samplePercent: 100 }]), {
      ...none,
      ...{ evaluated: 1, queued: 1, samples: 1, isComplete: true }
    })
    assert.equal(await stateOf(sample), 'PENDING_APPROVAL')
    const empty = await waiting({ variants: [] })
    const result = await applied([{ samplePercent: 0 }])
    assert.deepEqual(result, { ...none, evaluated: 2, approved: 1, queued: 1, isComplete: true })
    assert.deepEqual([await stateOf(sample), await stateOf(empty)], ['PUBLISHED', 'PENDING_APPROVAL'])
  })

  test('leaves out entries that someone has claimed, until the claim expires', async () => {
    const [claimed, expired] = [await waiting(), await waiting()]
    const revision = await edited({ name: 'Claimed' })
    await claim(t.sql, claimed)
    await claim(t.sql, expired, { minutes: -1 })
    await claim(t.sql, revision, { kind: 'REVISION' })
    assert.deepEqual(await applied([{}]), { ...none, evaluated: 1, approved: 1, isComplete: true })
    assert.deepEqual(await Promise.all([claimed, expired, revision].map(stateOf)), [
      ...['PENDING_APPROVAL', 'PUBLISHED', 'PUBLISHED, pending']
    ])
  })

  test('leaves out products for which an upload still fetches images', async () => {
    const id = await waiting()
    await t.sql`
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
      values (${newId()}, 0, 0, ${vendor.id}, ${id}, 'https://images.test/a.png', ${Buffer.from('a')})`
    assert.deepEqual(await applied([{}]), { ...none, isComplete: true })
    await t.sql`update import_images set status = 'FAILED' where product_id = ${id}`
    assert.equal((await apply()).body.approved, 1)
  })

  test('is for editors and above', async () => {
    const request = 'POST /platform/approval-rules/apply'
    assertProblem(await t.call(request, { as: await t.operator('VIEWER') }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    assert.equal((await t.call(request, { as: operator, body: {} })).status, 200)
  })
})

describe('applying the rules in batches', () => {
  const signal = new AbortController().signal
  const options = { origin: systemOrigin, signal, maxMs: 60_000, batchSize: 3 }
  const deps = () => ({ ...t.app.deps, rules: { assets: t.app.deps.assets } })

  async function makeWaiting(count: number): Promise<string[]> {
    const ids = []
    for (let n = 0; n < count; n++) ids.push(n % 2 ? await waiting() : await edited({ name: 'Bolt' }))
    // Entries with the same time, so that batches end between them.
    await t.sql`
      update products set submitted_at = date_trunc('day', submitted_at),
        pending_revision_submitted_at = date_trunc('day', pending_revision_submitted_at) where id = any(${ids}::uuid[])`
    return ids
  }

  test('evaluates each entry once, also those that stay in the queue', async () => {
    await makeWaiting(14)
    await setRules(t, [{ decision: 'QUEUE' }])
    const queued = await applyToWaiting(deps(), options)
    assert.deepEqual(queued, { ...none, evaluated: 14, queued: 14, isComplete: true })
    await setRules(t, [{}])
    for (const size of [1, 14]) {
      const result = await applyToWaiting(deps(), { ...options, batchSize: size })
      assert.equal(result.approved, size === 1 ? 14 : 0)
    }
  })

  test('stops when the time is over, and a further request continues', async () => {
    await makeWaiting(4)
    await setRules(t, [{}])
    const stopped = await applyToWaiting(deps(), { ...options, maxMs: 0 })
    assert.deepEqual(stopped, { ...none, isComplete: false })
    assert.equal((await applyToWaiting(deps(), options)).approved, 4)
  })

  test('stops when the request is cancelled; what was decided stays', async () => {
    await makeWaiting(6)
    await setRules(t, [{}])
    const cancelled = new AbortController()
    const pace = {
      ...t.app.deps.pace,
      async run<T>(work: () => Promise<T>): Promise<T> {
        const result = await work()
        cancelled.abort(new Error('cancelled'))
        return result
      }
    }
    const work = applyToWaiting({ ...deps(), pace }, { ...options, signal: cancelled.signal, batchSize: 2 })
    await assert.rejects(work, /cancelled/)
    assert.equal((await applyToWaiting(deps(), options)).approved, 4)
  })
})

test('applying the rules stops after the current batch if the client disconnects', async () => {
  const [id, revision] = [await waiting(), await edited({ name: 'Bolt' })]
  await setRules(t, [{}])
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const request = () =>
    fetch(`${origin}/api/v1/platform/approval-rules/apply`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator}` },
      signal: client.signal
    }).catch(() => undefined)
  const connectionCount = promisify(t.app.server.getConnections.bind(t.app.server))
  await withLocksHeld(t, {
    hold: (tx) => lockProduct(tx, undefined, id),
    waiting: 1,
    async release() {
      client.abort()
      await eventually(async () => (await connectionCount()) === 0)
    },
    work: request
  })
  await eventually(async () => (await stateOf(id)) === 'PUBLISHED')
  assert.equal(await stateOf(revision), 'PUBLISHED, pending')
  assert.deepEqual((await apply()).body, { ...none, evaluated: 1, approved: 1, isComplete: true })
})

/** Waits until the condition is true, at most 10 s. */
async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await condition()) return
    await setTimeout(20)
  }
  assert.fail('The condition did not become true.')
}

describe('concurrent changes:', () => {
  /** Applies the rules while another transaction holds the product, and then runs `release` in it. */
  async function applyDuring(id: string, release: (tx: TestApp['sql']) => Promise<unknown>) {
    await setRules(t, [{}])
    const answer = await withLocksHeld(t, {
      hold: (tx) => lockProduct(tx, undefined, id),
      waiting: 1,
      release: (tx) => release(tx as unknown as TestApp['sql']),
      work: apply
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  test('a claim that is made at the same time counts', async () => {
    const id = await waiting()
    assert.equal((await applyDuring(id, (tx) => claim(tx, id))).evaluated, 0)
    assert.equal(await stateOf(id), 'PENDING_APPROVAL')
  })

  test('an entry that is decided at the same time is not decided again', async () => {
    const id = await waiting()
    const reject = (tx: TestApp['sql']) => tx`update products set status = 'DRAFT' where id = ${id}`
    assert.equal((await applyDuring(id, reject)).evaluated, 0)
    assert.equal(await stateOf(id), 'DRAFT')
  })

  test('an edit that is made at the same time is evaluated', async () => {
    const id = await waiting()
    await setRules(t, [{ when: { withoutWords: ['spam'] } }])
    const answer = await withLocksHeld(t, {
      hold: (tx) => lockProduct(tx, undefined, id),
      waiting: 1,
      release: (tx) => tx`update products set name = 'Spam' where id = ${id}`,
      work: apply
    })
    assert.deepEqual(answer.body, { ...none, evaluated: 1, queued: 1, isComplete: true })
  })

  test('everything is decided exactly once, and no edit is lost', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await waiting({ name: `Bolt ${n}` }))
    await setRules(t, [{}])
    const decisions = () =>
      t.call('POST /platform/moderation/decisions', {
        as: operator,
        body: { items: ids.map((id) => ({ id, kind: 'PRODUCT', version: 1, decision: 'APPROVE' })) }
      })
    const edits = ids.map((id, n) => patch(id, { name: `Edited ${n}` }))
    const [first, second, decided, ...edited] = await Promise.all([apply(), apply(), decisions(), ...edits])
    for (const { status, text } of [first, second, decided, ...edited]) assert.equal(status, 200, text)
    const rows = await t.sql`
      select p.status, p.name, p.pending_revision, count(*) filter (where s.kind = 'PRODUCT')::integer as decisions,
        (select count(*)::integer from events e where e.subject_id = p.id and e.type = 'product.approved') as events
      from products p join moderation_snapshots s on s.product_id = p.id
      where p.id = any(${ids}::uuid[]) group by p.id order by p.id`
    assert.deepEqual(
      [...rows],
      ids.map((_, n) => ({
        ...{ status: 'PUBLISHED', name: `Edited ${n}`, pendingRevision: null },
        ...{ decisions: 1, events: 1 }
      }))
    )
  })
})
