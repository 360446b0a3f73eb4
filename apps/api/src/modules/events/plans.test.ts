import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertCheapPages } from '../../../test/plans.ts'
import { newId } from '../../lib/ids.ts'
import { eventPage } from './queries.ts'
import type { EventFilters } from './schema.ts'

const [productId, actorId] = [newId(), newId()]

let t: TestApp
let vendorId: string

/** Inserts 20,000 events of a vendor and as many of others, one per minute, with a mark for each hour. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  const other = await t.vendor()
  await t.sql`
    insert into events (sequence, vendor_id, type, subject_type, subject_id, actor_type, actor_id, details, occurred_at)
    select i, case when i % 2 = 0 then ${vendorId}::uuid else ${other.id}::uuid end,
      case when i % 100 < 2 then 'product.created' else 'product.deleted' end, 'product',
      case when i % 1000 = 0 then ${productId}::uuid else uuidv7() end, 'USER',
      case when i % 500 = 0 then ${actorId}::uuid else uuidv7() end, '{"sku":"A"}',
      now() - make_interval(mins => 40000 - i)
    from generate_series(1, 40000) as i`
  await t.sql`
    insert into event_marks (sequence, at)
    select sequence, occurred_at from events where sequence % 60 = 0`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const filters: Record<string, () => EventFilters> = {
  nothing: () => ({}),
  'a type': () => ({ type: 'product.created' }),
  'a subject': () => ({ subjectId: productId }),
  'a product': () => ({ productId }),
  'an actor': () => ({ actorId }),
  'a time a day ago': () => ({ occurredAfter: ago(1440) }),
  'a time a month ago': () => ({ occurredAfter: ago(20_000) })
}

for (const [name, given] of Object.entries(filters)) {
  for (const audience of ['vendor', 'platform'] as const) {
    test(`a page of the ${audience} filtered by ${name} reads few events, whether first, in the middle or last`, async () => {
      await assertCheapPages(t, {
        ...{ filled: ['events', 'event_marks'], middle: ['39000'], looking: false },
        query: (page) => {
          const all = { ...given(), ...(audience === 'vendor' && { vendorId }) }
          return eventPage(t.sql, { audience, filters: all, page })
        }
      })
    })
  }
}
