import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteOldReservations, deleteReservations } from './slug-queries.ts'
import { ReservedSlugs, withSlugs } from './slugs.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

class Rollback extends Error {}

/**
 * Runs `work` in a transaction with products that have these slugs, rolls it back, and returns the result.
 */
async function withProducts<T>(slugs: string[], work: (tx: Tx, vendorId: string) => Promise<T>): Promise<T> {
  const vendor = await t.vendor()
  const found = Promise.withResolvers<T>()
  await t.sql
    .begin(async (tx) => {
      for (const slug of slugs) await insert(tx, vendor.id, slug)
      found.resolve(await work(tx, vendor.id))
      throw new Rollback()
    })
    .catch((error) => {
      if (!(error instanceof Rollback)) found.reject(error)
    })
  return found.promise
}

async function insert(tx: Tx, vendorId: string, slug: string): Promise<void> {
  await tx`insert into products (id, vendor_id, sku, slug, name) values (${newId()}, ${vendorId}, ${newId()}, ${slug}, 'x')`
}

/** Reserves a slug for each base. */
async function allocateSlugs(tx: Tx, bases: string[]): Promise<string[]> {
  const slugs = new ReservedSlugs()
  await slugs.reserve(tx, bases)
  return slugs.take(bases)
}

/** Allocates slugs one after another, as the previous release does. */
async function oneByOne(tx: Tx, vendorId: string, bases: string[]): Promise<string[]> {
  const slugs: string[] = []
  for (const base of bases) {
    const [row] = await tx<{ slug: string }[]>`select free_product_slug(${base}) as slug`
    assert.ok(row)
    await insert(tx, vendorId, row.slug)
    slugs.push(row.slug)
  }
  return slugs
}

const cases: Record<string, { taken: string[]; bases: string[] }> = {
  'free bases stay unchanged': { taken: [], bases: ['bolt', 'nut'] },
  'the first gets the free base, the others get suffixes': {
    taken: [],
    bases: ['bolt', 'bolt', 'nut', 'bolt']
  },
  'a taken base gets suffixes from 2': { taken: ['bolt'], bases: ['bolt', 'bolt'] },
  'suffixes that products have are skipped': {
    taken: ['bolt', 'bolt-2', 'bolt-4'],
    bases: ['bolt', 'bolt']
  },
  'many taken suffixes are skipped': {
    taken: ['bolt', ...Array.from({ length: 60 }, (_, n) => `bolt-${n + 2}`)],
    bases: ['bolt']
  },
  'a slug with its suffix has at most 255 characters': { taken: [], bases: Array(11).fill('a'.repeat(255)) },
  "a shortened base doesn't result in two hyphens": {
    taken: [],
    bases: Array(3).fill(`${'a'.repeat(252)}-bc`)
  }
}

for (const [title, { taken, bases }] of Object.entries(cases)) {
  test(`${title}, as if slugs were allocated one by one`, async () => {
    const slugs = await withProducts(taken, (tx) => allocateSlugs(tx, bases))
    assert.deepEqual(slugs, await withProducts(taken, (tx, vendorId) => oneByOne(tx, vendorId, bases)))
  })
}

test('slugs are unique, even if a base looks like a slug with a suffix', async () => {
  const slug = fc.constantFrom('bolt', 'bolt-2', 'bolt-2-2', 'bolt-3', 'nut')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(slug), fc.array(slug, { maxLength: 12 }), async (taken, bases) => {
      const slugs = await withProducts(taken, (tx) => allocateSlugs(tx, bases))
      assert.equal(new Set([...slugs, ...taken]).size, bases.length + taken.length)
      for (const [n, base] of bases.entries()) {
        assert.ok(slugs[n] === base || slugs[n]?.startsWith(`${base}-`), `${slugs[n]} of ${base}`)
      }
    }),
    { numRuns: 30 }
  )
})

describe('a reserved slug', () => {
  /** Reserves slugs, and returns them without using them. */
  const reserve = (bases: string[]) => withSlugs(t.sql, bases, async (slugs) => slugs.take(bases))
  const held = async (bases: string[]) => {
    const slugs = new ReservedSlugs()
    await slugs.reserve(t.sql, bases)
    return slugs
  }

  test('is not given to others until it is released', async () => {
    const base = newId()
    const first = await held([base, base])
    assert.deepEqual(first.take([base, base]), [base, `${base}-2`])
    const second = await held([base])
    assert.deepEqual(second.take([base]), [`${base}-3`])
    await first.release(t.sql)
    assert.deepEqual((await held([base, base])).take([base, base]), [base, `${base}-2`])
    assert.deepEqual((await held([base])).take([base]), [`${base}-4`])
  })

  test('that was not used is given to the next product, as if it had not been reserved', async () => {
    const base = newId()
    const vendor = await t.vendor()
    await assert.rejects(
      withSlugs(t.sql, [base, base, base], () => Promise.reject(new Rollback())),
      Rollback
    )
    const create = () =>
      withSlugs(t.sql, [base], (slugs) =>
        t.sql.begin(async (tx) => {
          const [slug = ''] = slugs.take([base])
          await insert(tx, vendor.id, slug)
          await deleteReservations(tx, [slug])
          return slug
        })
      )
    assert.deepEqual([await create(), await create(), await create()], [base, `${base}-2`, `${base}-3`])
    const [left] = await t.sql`select count(*)::int as count from slug_reservations where base = ${base}`
    assert.equal(left?.count, 0)
  })

  test('is free again when it expires, if the process that reserved it has crashed', async () => {
    const base = newId()
    await held([base, base])
    await t.sql`update slug_reservations set expires_at = now() - interval '1 s' where base = ${base}`
    assert.deepEqual(await reserve([base, base]), [base, `${base}-2`])
  })

  test('is replaced if a product has got it in the meantime, and the transaction is run again', async () => {
    const base = newId()
    const vendor = await t.vendor()
    const tried: string[] = []
    await withSlugs(t.sql, [base], (slugs) =>
      t.sql.begin(async (tx) => {
        const [slug = ''] = slugs.take([base])
        tried.push(slug)
        // A node of the previous release doesn't know reservations.
        if (tried.length === 1) await t.sql.begin((other) => insert(other, vendor.id, slug))
        await insert(tx, vendor.id, slug)
      })
    )
    assert.deepEqual(tried, [base, `${base}-2`])
  })

  test('is reserved if the transaction takes it although it is not', async () => {
    const base = newId()
    let runs = 0
    const slugs = await withSlugs(t.sql, [], async (reserved) => {
      runs++
      return reserved.take([base, base])
    })
    assert.deepEqual([slugs, runs], [[base, `${base}-2`], 2])
  })

  test('is deleted a day after it has expired', async () => {
    const [old, fresh] = [newId(), newId()]
    await held([old, fresh])
    await t.sql`update slug_reservations set expires_at = now() - interval '25 h' where base = ${old}`
    await t.sql`update slug_reservations set expires_at = now() - interval '23 h' where base = ${fresh}`
    assert.equal(await deleteOldReservations(t.sql, 10), 1)
    const left = await t.sql`select base from slug_reservations where base in (${old}, ${fresh})`
    assert.deepEqual(
      left.map(({ base }) => base),
      [fresh]
    )
  })
})
