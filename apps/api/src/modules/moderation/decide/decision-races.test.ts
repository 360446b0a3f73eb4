import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../../test/app.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { newImage, productWithStatus, stage, staged, stageIn } from '../../../../test/staged.ts'
import type { Tx } from '../../../db/connect.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator()
})
after(() => t.close())

const decide = (id: string, verb: string, body: object) =>
  t.call(`POST /platform/products/${id}/revision/${verb}`, { as: operator, body })
const approve = (id: string, version: number) => decide(id, 'approve', { version })
const reject = (id: string, version: number) => decide(id, 'reject', { version, reason: 'Blurred' })
const decideSet = (items: object[]) =>
  t.call('POST /platform/moderation/decisions', { as: operator, body: { items } })
const readProduct = async (id: string) =>
  (await t.call(`GET /platform/products/${id}`, { as: operator })).body
const lock = (id: string) => (tx: Tx) => tx`select from products where id = ${id} for update`
const decisionsOn = async (id: string) =>
  (await t.sql`select from events where subject_id = ${id} and type like 'product.revision%'`).length

async function revised() {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const image = await newImage(t, vendor, { productId: id })
  const revision = { name: 'Flange bolt M10', images: [staged(image)] }
  return { id, image, version: await stage(t, vendor, { id, revision }) }
}

/** Asserts that the live values match the decision and that nothing is staged. */
function assertDecided(product: Awaited<ReturnType<typeof readProduct>>, imageId: string): void {
  const approved = product.moderation.decision === 'APPROVED'
  assert.equal(product.name, approved ? 'Flange bolt M10' : 'Hex bolt M8')
  assert.deepEqual(
    product.images.map(({ id }: { id: string }) => id),
    approved ? [imageId] : []
  )
  assert.equal(product.pendingRevision, null)
  assert.equal(product.moderation.proposed === null, approved)
}

const pairs: [string, typeof approve, typeof approve][] = [
  ['approve', approve, approve],
  ['reject', reject, reject],
  ['approve and reject', approve, reject]
]
for (const [title, one, other] of pairs) {
  test(`if two operators ${title} the same edits concurrently, the second one gets 409`, async () => {
    const { id, version, image } = await revised()
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () => Promise.all([one(id, version), other(id, version)])
    })
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [TestAnswer, TestAnswer]
    assert.equal(won.status, 200, won.text)
    assertProblem(lost, 409, 'NO_REVISION')
    const product = await readProduct(id)
    assert.deepEqual(product.moderation, won.body.moderation)
    assertDecided(product, image.id)
    assert.equal(await decisionsOn(id), 1)
  })
}

test('a decision that waited for an edit of the vendor is stale, and the edit stays staged', async () => {
  for (const decision of [approve, reject]) {
    const { id, version } = await revised()
    const answer = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 1,
      release: (tx) => stageIn(tx, vendor.id, { id, revision: { name: 'Flange bolt M12' } }),
      work: () => decision(id, version)
    })
    assertProblem(answer, 412, 'STALE_VERSION')
    const { name, pendingRevision, images, moderation } = await readProduct(id)
    assert.deepEqual(
      [name, pendingRevision, images, moderation],
      ['Hex bolt M8', { name: 'Flange bolt M12' }, [], null]
    )
    assert.equal(await decisionsOn(id), 0)
  }
})

test('an approval of a version that was created while it waited is refused if it adds images', async () => {
  const { id, image, version } = await revised()
  const revision = {
    images: [staged(image), staged(await newImage(t, vendor, { productId: id, sortOrder: 1 }))]
  }
  const answer = await withLocksHeld(t, {
    hold: lock(id),
    waiting: 1,
    release: (tx) => stageIn(tx, vendor.id, { id, revision }),
    work: () => approve(id, version + 1)
  })
  assertProblem(answer, 412, 'STALE_VERSION')
  assert.deepEqual((await readProduct(id)).images, [])
  assert.equal((await approve(id, version + 1)).body.images.length, 2)
})

test('a decision that waited for the deletion of the product is 404', async () => {
  const { id, version } = await revised()
  const answer = await withLocksHeld(t, {
    hold: lock(id),
    waiting: 1,
    release: (tx) => tx`delete from products where id = ${id}`,
    work: () => approve(id, version)
  })
  assertProblem(answer, 404, 'NOT_FOUND')
})

test('a concurrent edit and approval are applied in either order, but never mixed', async () => {
  const { id, version, image } = await revised()
  const [answer] = await withLocksHeld(t, {
    hold: lock(id),
    waiting: 2,
    work: () =>
      Promise.all([
        approve(id, version),
        stage(t, vendor, { id, revision: { description: 'Edited concurrently' } })
      ])
  })
  const { name, images, pendingRevision, moderation } = await readProduct(id)
  assert.deepEqual(pendingRevision, { description: 'Edited concurrently' })
  if (answer.status === 200) {
    assert.deepEqual([name, images[0].id, moderation.decision], ['Flange bolt M10', image.id, 'APPROVED'])
  } else {
    assertProblem(answer, 412, 'STALE_VERSION')
    assert.deepEqual([name, images, moderation], ['Hex bolt M8', [], null])
  }
})

test('of two sets with the same entries in opposite orders, one makes all decisions', async () => {
  const entries = await Promise.all(Array.from({ length: 12 }, revised))
  const items = entries.map(({ id, version }) => ({ id, version, kind: 'REVISION', decision: 'APPROVE' }))
  const ids = items.map(({ id }) => id).toSorted()
  const held = ids[6] ?? ''
  const answers = await withLocksHeld(t, {
    hold: lock(held),
    waiting: 2,
    work: () => Promise.all([decideSet(items), decideSet(items.toReversed())])
  })
  assert.deepEqual(answers.map(({ body }) => body.decided).toSorted(), [0, 12])
  for (const { id, image } of entries) assertDecided(await readProduct(id), image.id)
})

test('a set locks its products in the order of their ids, regardless of the order of items', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => productWithStatus(t, vendor, 'PENDING_APPROVAL'))
  )
  const [first = '', ...rest] = ids.toSorted()
  const items = ids.map((id) => ({ id, version: 1, kind: 'PRODUCT', decision: 'APPROVE' }))
  const answer = await withLocksHeld(t, {
    hold: lock(first),
    waiting: 1,
    async release(tx) {
      const free = await tx`select id from products where id = any(${rest}) for update skip locked`
      assert.equal(free.length, rest.length)
    },
    work: () => decideSet(items.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
  })
  assert.equal(answer.body.decided, 5)
})
