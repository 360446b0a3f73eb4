import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { withLocksHeld } from '../../../../test/races.ts'

let t: TestApp
let vendor: TestVendor
let moderators: [string, string]
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  moderators = [await t.operator('EDITOR'), await t.operator('EDITOR')]
})
after(() => t.close())

type Item = { id: string; kind: 'PRODUCT' | 'REVISION' }
type Result = Item & { status: string; error: { code: string } | null }

/** Inserts 50 new products and 50 live products with staged edits, all with one variant. */
async function hundredEntries(): Promise<Item[]> {
  return [
    ...(await t.sql<Item[]>`
      with made as (
        insert into products (id, vendor_id, sku, slug, name, status, pending_revision, pending_revision_submitted_at)
        select id, ${vendor.id}, id, id, 'Washer', case when i % 2 = 0 then 'PUBLISHED' else 'PENDING_APPROVAL' end,
          case when i % 2 = 0 then '{"name": "Cup washer"}'::jsonb end, case when i % 2 = 0 then now() end
        from (select uuidv7() as id, i from generate_series(1, 100) i) ids
        returning id, status)
      , variant as (
        insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
        select uuidv7(), id, ${vendor.id}, 0, 'A', 'Box', 1 from made)
      select id, case status when 'PUBLISHED' then 'REVISION' else 'PRODUCT' end as kind from made`)
  ]
}

/** Returns the entries in sets of ten, in an order that depends on the moderator. */
function sets(entries: Item[], moderator: number): Item[][] {
  const step = [1, 37][moderator] ?? 1
  const mixed = entries.map((_, index) => entries[(index * step) % entries.length] as Item)
  return Array.from({ length: 10 }, (_, index) => mixed.slice(index * 10, index * 10 + 10))
}

/**
 * Sends all entries in ten sets for each of the two moderators, all at the same time. Returns the results of
 * each moderator, by the id of the product.
 */
async function race(
  entries: Item[],
  path: string,
  more: object = {}
): Promise<[Map<string, Result>, Map<string, Result>]> {
  const of = async (moderator: number) => {
    const answers = await Promise.all(
      sets(entries, moderator).map((set) => {
        const items = set.map((item) => ({ ...item, ...more }))
        return t.call(`POST /platform/moderation/${path}`, {
          as: moderators[moderator] ?? '',
          body: { items }
        })
      })
    )
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const results: Result[] = answers.flatMap(({ body }) => body.results)
    return new Map(results.map((one) => [one.id, one]))
  }
  return withLocksHeld(t, {
    hold: (tx) => tx`select from products where id = any(${entries.map(({ id }) => id)}) for update`,
    waiting: 4,
    work: () => Promise.all([of(0), of(1)])
  })
}

/** Returns the decisions that were recorded for each product. */
async function decisionsOn(entries: Item[]): Promise<Map<string, unknown[]>> {
  const events = await t.sql<{ subjectId: string }[]>`
    select subject_id from events
    where subject_id = any(${entries.map(({ id }) => id)}) and type in ('product.approved', 'product.revision_approved')`
  return Map.groupBy(events, ({ subjectId }) => subjectId)
}

const approval = { version: 1, decision: 'APPROVE' }

test('each of a hundred entries that two moderators claim and decide has exactly one winner', async () => {
  const entries = await hundredEntries()
  const claims = await race(entries, 'claims')
  const winner = new Map(
    entries.map(({ id }) => {
      const statuses = claims.map((results) => results.get(id)?.status)
      assert.deepEqual(statuses.toSorted(), ['CLAIMED', 'FAILED'], id)
      return [id, statuses.indexOf('CLAIMED')]
    })
  )
  const decisions = await race(entries, 'decisions', approval)
  for (const { id, kind } of entries) {
    const won = winner.get(id) ?? -1
    assert.equal(decisions[won]?.get(id)?.status, 'DECIDED')
    const lost = decisions[1 - won]?.get(id)
    const late = kind === 'PRODUCT' ? 'INVALID_TRANSITION' : 'NO_REVISION'
    assert.ok(['CLAIMED', late].includes(lost?.error?.code ?? ''), JSON.stringify(lost))
  }
  const decided = await decisionsOn(entries)
  for (const { id } of entries) assert.equal(decided.get(id)?.length, 1)
  assert.deepEqual([...(await t.sql`select from moderation_claims`)], [])
})

test('none of a hundred entries is decided twice if two moderators decide with takeOver', async () => {
  const entries = await hundredEntries()
  await race(entries, 'claims')
  const decisions = await race(entries, 'decisions', { ...approval, takeOver: true })
  const decided = await decisionsOn(entries)
  for (const { id, kind } of entries) {
    const results = decisions.map((one) => one.get(id))
    assert.deepEqual(results.map((one) => one?.status).toSorted(), ['DECIDED', 'FAILED'])
    const late = kind === 'PRODUCT' ? 'INVALID_TRANSITION' : 'NO_REVISION'
    assert.equal(results.find((one) => one?.status === 'FAILED')?.error?.code, late)
    assert.equal(decided.get(id)?.length, 1)
  }
})
