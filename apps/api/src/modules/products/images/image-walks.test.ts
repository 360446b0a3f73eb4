import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { sweepAssets } from '../../media/sweep-assets.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let file: Buffer
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator()
  file = await png()
})
after(() => t.close())

/** An image, identified by its unique text. */
type Image = { alt: string; isPrimary: boolean }
type Model = { live: Image[]; staged: Image[] | undefined }

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), isPrimary: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant('replace' as const),
    existing: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }),
    added: fc.nat({ max: 2 }),
    primary: fc.option(fc.nat({ max: 3 }), { nil: undefined })
  }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('withdraw' as const) }),
  fc.record({ kind: fc.constant('approve' as const) })
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function withPrimary(images: Image[], primary: string | undefined): Image[] {
  return images.map(({ alt }) => ({ alt, isPrimary: alt === primary }))
}

const same = (a: Image[], b: Image[]) => JSON.stringify(a) === JSON.stringify(b)

/** Applies the steps to a product and to a model, and compares the images of both after each step. */
async function walk(steps: Step[], isLive: boolean): Promise<void> {
  const product = await testProduct(t, vendor)
  const calls = imageCalls(t, vendor.editor, product.id)
  succeeded(await calls.replace([file, file], [{ alt: 'one' }, { alt: 'two', isPrimary: true }]))
  if (isLive) await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`
  const model: Model = {
    live: [
      { alt: 'one', isPrimary: false },
      { alt: 'two', isPrimary: true }
    ],
    staged: undefined
  }
  let count = 0

  const expect = (images: Image[]) => {
    if (!isLive) model.live = images
    else model.staged = same(images, model.live) ? undefined : images
  }
  const idOf = (shown: { id: string; alt: string }[], alt: string | undefined) =>
    shown.find((image) => image.alt === alt)?.id ?? ''

  async function applyStep(one: Step): Promise<void> {
    const shown = await calls.read()
    const known = [...shown.images, ...(shown.pendingRevision?.images ?? [])]
    const current = model.staged ?? model.live
    switch (one.kind) {
      case 'add': {
        const alt = `image ${count++}`
        succeeded(await calls.add({ alt, isPrimary: String(one.isPrimary) }, file))
        const before = current.find(({ isPrimary }) => isPrimary)?.alt
        return expect(
          withPrimary([...current, { alt, isPrimary: false }], one.isPrimary ? alt : (before ?? alt))
        )
      }
      case 'remove': {
        const removed = current[one.at % Math.max(1, current.length)]
        if (!removed) return
        succeeded(await calls.remove(idOf(known, removed.alt)))
        const rest = current.filter(({ alt }) => alt !== removed.alt)
        const alts = rest.map(({ alt }) => alt)
        const livePrimary = isLive ? model.live.find(({ isPrimary }) => isPrimary)?.alt : undefined
        const next = livePrimary !== undefined && alts.includes(livePrimary) ? livePrimary : alts[0]
        return expect(removed.isPrimary ? withPrimary(rest, next) : rest)
      }
      case 'replace': {
        const existing = one.existing.flatMap((at) => current[at]?.alt ?? [])
        const added = Array.from({ length: one.added }, () => `image ${count++}`)
        const alts = [...existing, ...added]
        const metadata = alts.map((alt, index) => ({
          ...(existing.includes(alt) ? { id: idOf(known, alt) } : { alt }),
          ...(index === one.primary && { isPrimary: true })
        }))
        succeeded(
          await calls.replace(
            added.map(() => file),
            metadata
          )
        )
        return expect(
          withPrimary(
            alts.map((alt) => ({ alt, isPrimary: false })),
            alts[one.primary ?? 0] ?? alts[0]
          )
        )
      }
      case 'restore': {
        const metadata = model.live.map(({ alt, isPrimary }) => ({ id: idOf(known, alt), isPrimary }))
        succeeded(await calls.replace([], metadata))
        return expect(model.live)
      }
      case 'withdraw': {
        succeeded(await t.call(`DELETE /vendor/products/${product.id}/revision`, { as: vendor.editor }))
        model.staged = undefined
        return
      }
      case 'approve': {
        if (!model.staged) return
        const view = await t.call(`GET /platform/products/${product.id}`, { as: operator })
        const body = { version: view.body.moderationVersion }
        succeeded(
          await t.call(`POST /platform/products/${product.id}/revision/approve`, { as: operator, body })
        )
        model.live = model.staged
        model.staged = undefined
      }
    }
  }

  for (const one of steps) {
    await applyStep(one)
    const { images, pendingRevision } = await calls.read()
    const summary = (list: Image[]) => list.map(({ alt, isPrimary }) => ({ alt, isPrimary }))
    assert.deepEqual(summary(images), model.live)
    assert.deepEqual(pendingRevision && summary(pendingRevision.images), model.staged ?? null)
    for (const list of [images, pendingRevision?.images ?? []]) {
      const orders = list.map(({ sortOrder }: { sortOrder: number }) => sortOrder)
      assert.deepEqual(
        orders,
        [...new Set<number>(orders)].sort((a, b) => a - b)
      )
    }
    const liveIds = new Set(images.map(({ id }: { id: string }) => id))
    for (const { id, url, base64Image } of pendingRevision?.images ?? []) {
      assert.deepEqual([url !== null, base64Image === null], [liveIds.has(id), liveIds.has(id)])
    }
  }
}

const steps = fc.array(step, { minLength: 1, maxLength: 10 })

test('live and proposed images match a model after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), (taken, isLive) => walk(taken, isLive)),
    { numRuns: randomRuns(40) }
  )
  const now = new Date(Date.now() + 2 * 3_600_000)
  await sweepAssets(t.sql, t.app.deps.assets, { now })
  const rows = await t.sql<{ path: string }[]>`
    select path from product_images union select path from pending_images`
  assert.deepEqual(await storedPaths(t), new Set(rows.map(({ path }) => path)))
})
