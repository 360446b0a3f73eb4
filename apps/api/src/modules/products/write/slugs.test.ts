import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { allocateSlugs } from './slugs.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

class Rollback extends Error {}

/**
 * Runs `work` in a transaction with products that have these slugs, rolls it back, and returns the result.
 */
async function withSlugs<T>(slugs: string[], work: (tx: Tx, vendorId: string) => Promise<T>): Promise<T> {
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

/** Allocates slugs one after another, as creating products does. */
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
    const slugs = await withSlugs(taken, (tx) => allocateSlugs(tx, bases))
    assert.deepEqual(slugs, await withSlugs(taken, (tx, vendorId) => oneByOne(tx, vendorId, bases)))
  })
}

test('slugs are unique, even if a base looks like a slug with a suffix', async () => {
  const slug = fc.constantFrom('bolt', 'bolt-2', 'bolt-2-2', 'bolt-3', 'nut')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(slug), fc.array(slug, { maxLength: 12 }), async (taken, bases) => {
      const slugs = await withSlugs(taken, (tx) => allocateSlugs(tx, bases))
      assert.equal(new Set([...slugs, ...taken]).size, bases.length + taken.length)
      for (const [n, base] of bases.entries()) {
        assert.ok(slugs[n] === base || slugs[n]?.startsWith(`${base}-`), `${slugs[n]} of ${base}`)
      }
    }),
    { numRuns: 30 }
  )
})
