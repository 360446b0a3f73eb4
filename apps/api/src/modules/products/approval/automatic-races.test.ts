import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { productCalls } from '../../../../test/products.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { productWithStatus } from '../../../../test/staged.ts'
import { setRules } from '../../../../test/stored-rules.ts'
import type { Tx } from '../../../db/connect.ts'
import { systemOrigin } from '../../../events.ts'
import { decideByRules } from './apply-rules.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))
const lock = (ids: string[]) => (tx: Tx) => tx`select from products where id = any(${ids}::uuid[]) for update`
const evaluate = (productIds: string[]) =>
  t.sql.begin((tx) => decideByRules(tx, { assets: t.app.deps.assets }, { origin: systemOrigin, productIds }))

async function decisionsOn(id: string) {
  const [row] = await t.sql<{ events: number; snapshots: number; versions: number[] }[]>`
    select
      (select count(*)::int from events
        where subject_id = ${id} and type ~ '^product.(approved|rejected|revision_approved|revision_rejected)$') as events,
      (select count(*)::int from moderation_snapshots where product_id = ${id}) as snapshots,
      array(select version from moderation_snapshots where product_id = ${id} order by id) as versions`
  assert.ok(row)
  return row
}

test('concurrent evaluations of the same products decide on each product once', async () => {
  const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push((await calls.create({ variants })).id)
  await setRules(t, [{ decision: 'APPROVE' }])
  const outcomes = await withLocksHeld(t, {
    hold: lock(ids),
    waiting: 3,
    work: () => Promise.all([evaluate(ids), evaluate(ids.toReversed()), evaluate(ids.slice(2))])
  })
  assert.deepEqual(
    outcomes
      .flat()
      .map(({ productId, decision }) => [productId, decision])
      .toSorted(),
    ids.map((id) => [id, 'APPROVE']).toSorted()
  )
  for (const id of ids) assert.deepEqual(await decisionsOn(id), { events: 1, snapshots: 1, versions: [1] })
})

test('a decision of a person and an edit that a rule approves never approve values that no one has judged', async () => {
  for (let round = 0; round < 4; round++) {
    await setRules(t, [])
    const id = await productWithStatus(t, vendor, 'PUBLISHED')
    await calls.patch(id, { name: 'Cheap bolt' })
    const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
    await setRules(t, [{ when: { withoutWords: ['cheap'] } }])
    const approve = () =>
      t.call(`POST /platform/products/${id}/revision/approve`, {
        as: operator,
        body: { version: body.moderationVersion }
      })
    const edit = () => calls.patch(id, { name: 'Steel bolt', shortDescription: 'Zinc' })
    const [one, other] = round % 2 === 0 ? [approve, edit] : [edit, approve]
    const answers = await withLocksHeld(t, {
      hold: lock([id]),
      waiting: 2,
      work: () => Promise.all([one(), other()])
    })
    const approved = answers[round % 2]?.status
    assert.equal(answers[1 - (round % 2)]?.status, 200)
    assert.ok(approved === 200 || approved === 409 || approved === 412, String(approved))
    const after = (await calls.read(id)).body
    assert.deepEqual(
      [after.name, after.shortDescription, after.pendingRevision],
      ['Steel bolt', 'Zinc', null]
    )
    const { events, versions } = await decisionsOn(id)
    assert.equal(events, approved === 200 ? 2 : 1)
    assert.deepEqual(versions, approved === 200 ? [2, 3] : [3])
  }
})
