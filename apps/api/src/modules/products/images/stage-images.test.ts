import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { StagedImage } from '../write/fields.ts'
import { addImage, isSameSet, type ReplacingImage, removeImage, replaceImages } from './stage-images.ts'

const image = (id: string, sortOrder: number, more: Partial<StagedImage> = {}): StagedImage => ({
  ...{ id, sortOrder, isNew: false, variantId: null, alt: '', isPrimary: false },
  ...more
})
/** Formats a set as `a:0* b:1`: ids with their sort orders, and a star for the primary image. */
const summary = (set: readonly StagedImage[]) =>
  set.map(({ id, sortOrder, isPrimary }) => `${id}:${sortOrder}${isPrimary ? '*' : ''}`).join(' ')
const set = (text: string): StagedImage[] =>
  text.split(' ').flatMap((one) => {
    const [, id = '', order, primary] = /^(\w+):(\d+)(\*?)$/.exec(one) ?? []
    return id ? [image(id, Number(order), { isPrimary: primary === '*' })] : []
  })

describe('adding an image', () => {
  const cases: [string, Parameters<typeof addImage>[1], string][] = [
    ['', { id: 'n' }, 'n:0*'],
    ['', { id: 'n', isPrimary: false, sortOrder: 7 }, 'n:7*'],
    ['a:0* b:1', { id: 'n' }, 'a:0* b:1 n:2'],
    ['a:0* b:5', { id: 'n' }, 'a:0* b:5 n:6'],
    ['a:0* b:1', { id: 'n', sortOrder: 0 }, 'n:0 a:1* b:2'],
    ['a:0* b:1 c:5', { id: 'n', sortOrder: 1 }, 'a:0* n:1 b:2 c:5'],
    ['a:0* b:1', { id: 'n', sortOrder: 9, isPrimary: true }, 'a:0 b:1 n:9*'],
    ['a:2147483647*', { id: 'n' }, 'a:0* n:1']
  ]
  for (const [before, added, after] of cases) {
    test(`${before || 'an empty set'} and ${JSON.stringify(added)} becomes ${after}`, () =>
      assert.equal(summary(addImage(set(before), added)), after))
  }

  test('sets the given fields, and defaults for the others', () => {
    assert.deepEqual(addImage([], { id: 'n', alt: 'Front', variantId: 'v' }), [
      image('n', 0, { isNew: true, alt: 'Front', variantId: 'v', isPrimary: true })
    ])
    assert.deepEqual(addImage([], { id: 'n' }), [image('n', 0, { isNew: true, isPrimary: true })])
  })
})

describe('replacing the set', () => {
  const existing = (id: string, more = {}): ReplacingImage => ({ id, isNew: false, ...more })
  const added = (id: string, more = {}): ReplacingImage => ({ id, isNew: true, ...more })
  const cases: [string, ReplacingImage[], string][] = [
    ['a:0* b:1', [], ''],
    ['a:0* b:1', [existing('b'), existing('a')], 'b:0* a:1'],
    ['a:0* b:1', [added('m'), existing('b'), added('n')], 'm:0* b:1 n:2'],
    ['a:0* b:1', [existing('a'), existing('b', { isPrimary: true })], 'a:0 b:1*'],
    ['a:0* b:1', [existing('a', { isPrimary: false }), existing('b')], 'a:0 b:1*'],
    ['a:0* b:1', [existing('a', { isPrimary: false }), existing('b', { isPrimary: false })], 'a:0* b:1'],
    ['a:0* b:1', [existing('a', { sortOrder: 20 }), existing('b', { sortOrder: 10 })], 'b:10* a:20'],
    ['a:0* b:1', [existing('a', { sortOrder: 3 }), existing('b', { sortOrder: 3 })], 'a:3* b:4'],
    ['a:0* b:1', [existing('a', { sortOrder: 5 }), existing('b')], 'a:5* b:6'],
    ['a:0*', [existing('a', { sortOrder: 2147483647 }), added('n')], 'a:0* n:1']
  ]
  for (const [before, entries, after] of cases) {
    test(`${before} becomes ${after || 'an empty set'}`, () =>
      assert.equal(summary(replaceImages(set(before), entries)), after))
  }

  test('omitted fields of an existing image stay unchanged, and null clears them', () => {
    const before = [image('a', 0, { alt: 'Front', variantId: 'v', isPrimary: true, isNew: true })]
    assert.deepEqual(replaceImages(before, [existing('a')]), before)
    assert.deepEqual(replaceImages(before, [existing('a', { alt: null, variantId: null })]), [
      image('a', 0, { isPrimary: true, isNew: true })
    ])
    assert.deepEqual(replaceImages(before, [existing('a', { alt: 'Back', variantId: 'w' })]), [
      image('a', 0, { alt: 'Back', variantId: 'w', isPrimary: true, isNew: true })
    ])
  })
})

describe('removing an image', () => {
  const cases: [string, string, string, string][] = [
    ['a:0*', 'a:0*', 'a', ''],
    ['a:0* b:1 c:2', 'a:0*', 'b', 'a:0* c:2'],
    ['b:1* c:2', 'b:1* c:2', 'b', 'c:2*'],
    ['a:0 b:1 n:2*', 'a:0 b:1*', 'n', 'a:0 b:1*']
  ]
  for (const [before, live, id, after] of cases) {
    test(`${before} without ${id} becomes ${after || 'an empty set'}`, () =>
      assert.equal(summary(removeImage(set(before), set(live), id)), after))
  }
})

describe('comparing the live set with', () => {
  const live = [image('a', 0, { isPrimary: true }), image('b', 5)]
  const cases: [string, StagedImage[], Map<string, number>, boolean][] = [
    ['itself', live, new Map(), true],
    [
      'other sort orders in the same sequence',
      [image('a', 0, { isPrimary: true }), image('b', 1)],
      new Map(),
      true
    ],
    ['a sent sort order', [image('a', 0, { isPrimary: true }), image('b', 1)], new Map([['b', 1]]), false],
    ['a sent sort order that equals the live one', live, new Map([['b', 5]]), true],
    ['fewer images', live.slice(0, 1), new Map(), false],
    ['more images', [...live, image('c', 6)], new Map(), false],
    ['another order', live.toReversed(), new Map(), false],
    ['another text', [image('a', 0, { isPrimary: true, alt: 'x' }), image('b', 5)], new Map(), false],
    [
      'another variant',
      [image('a', 0, { isPrimary: true, variantId: 'v' }), image('b', 5)],
      new Map(),
      false
    ],
    ['another primary', [image('a', 0), image('b', 5, { isPrimary: true })], new Map(), false]
  ]
  for (const [name, other, sent, same] of cases) {
    test(`${name} results in ${same}`, () => assert.equal(isSameSet(other, live, sent), same))
  }
})

test('any set has rising sort orders, unique ids, and one primary image unless it is empty', () => {
  const order = fc.option(fc.integer({ min: 0, max: 2_147_483_647 }), { nil: undefined })
  const primary = fc.option(fc.boolean(), { nil: undefined })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), sortOrder: order, isPrimary: primary }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
    fc.record({
      kind: fc.constant('replace' as const),
      picks: fc.array(fc.record({ at: fc.nat(), isNew: fc.boolean(), sortOrder: order }), { maxLength: 8 }),
      primary: fc.nat()
    })
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let count = 0
      let images: StagedImage[] = []
      for (const one of steps) {
        if (one.kind === 'add') images = addImage(images, { ...one, id: `n${count++}` })
        if (one.kind === 'remove') {
          const removed = images[one.at % Math.max(1, images.length)]
          if (removed) images = removeImage(images, [], removed.id)
        }
        if (one.kind === 'replace') {
          const ids = new Set<string>()
          const entries = one.picks.flatMap(({ at, isNew, sortOrder }, index) => {
            const id = isNew ? `n${count++}` : images[at % Math.max(1, images.length)]?.id
            if (id === undefined || ids.has(id)) return []
            ids.add(id)
            return [{ id, isNew, sortOrder, isPrimary: index === one.primary }]
          })
          images = replaceImages(images, entries)
          assert.deepEqual(new Set(images.map(({ id }) => id)), ids)
        }
        const orders = images.map(({ sortOrder }) => sortOrder)
        assert.deepEqual(
          orders,
          [...new Set(orders)].sort((a, b) => a - b)
        )
        assert.ok(orders.every((number) => number >= 0 && number <= 2_147_483_647))
        assert.equal(new Set(images.map(({ id }) => id)).size, images.length)
        assert.equal(images.filter(({ isPrimary }) => isPrimary).length, Math.min(1, images.length))
      }
    })
  )
})
