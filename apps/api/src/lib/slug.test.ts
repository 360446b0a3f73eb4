import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { newId } from './ids.ts'
import { deriveSlug, isSuffixed, SLUG_FORM, slugOf, withSuffix } from './slug.ts'

/** 3 to 255 of a-z and 0-9, in groups separated by one hyphen (contract 4.1). */
const isSlug = (text: string) => text.length >= 3 && text.length <= 255 && SLUG_FORM.test(text)

const ID = '0198b6c1-2f3a-7c4d-9e5f-a1b2c3d4e5f6'

suite('the slug of a product', () => {
  const names: [string, string][] = [
    ['Widget Pro 3000', 'widget-pro-3000'],
    ['  Black & Decker  Drill ', 'black-and-decker-drill'],
    ['iPhone 15 MacBook', 'iphone-15-macbook'],
    ['Fjällräven Übergröße', 'fjaellraeven-uebergroesse'],
    ['Cafe\u0301 cre\u0300me', 'cafe-creme'],
    ['Измерительный прибор', 'izmeritelniy-pribor'],
    ['USB-C -- 3.1!!', 'usb-c-3-1'],
    ['ＵＳＢ ﬁlter 1½"', 'usb-filter-1-1-2'],
    ['Widget™ One', 'widget-one'],
    ["Conway's don't", 'conways-dont'],
    ['--a_b--c--', 'a-b-c']
  ]
  for (const [name, slug] of names) {
    test(`${JSON.stringify(name)} becomes ${slug}`, () => assert.equal(deriveSlug(name, 'SKU-1', ID), slug))
  }

  test('the SKU is used if the name yields fewer than 3 characters', () => {
    assert.equal(deriveSlug('数据线', 'CBL 4/2', ID), 'cbl-4-2')
    assert.equal(deriveSlug('A!', 'CBL-42', ID), 'cbl-42')
    assert.equal(deriveSlug('\u{1F4E6}\u{1F4E6}\u{1F4E6}', 'CBL-42', ID), 'cbl-42')
  })

  test('the random end of the id is used if the SKU is too short too', () => {
    assert.equal(deriveSlug('数据线', '线', ID), 'product-c3d4e5f6')
    assert.equal(deriveSlug('', '', ID.toUpperCase()), 'product-c3d4e5f6')
    assert.equal(deriveSlug('\u{1F9F0}', '#1', ID), 'product-c3d4e5f6')
  })

  test('a long name is cut at 255 characters, never after a hyphen', () => {
    assert.equal(deriveSlug('a'.repeat(300), 'SKU', ID), 'a'.repeat(255))
    assert.equal(deriveSlug(`${'a'.repeat(254)} b`, 'SKU', ID), 'a'.repeat(254))
    assert.equal(deriveSlug(`${'a'.repeat(253)} b`, 'SKU', ID), `${'a'.repeat(253)}-b`)
  })

  test('any name and SKU yield a valid slug', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 255 }),
      fc.string({ unit: 'binary', maxLength: 255 }),
      fc.string({
        unit: fc.constantFrom('-', ' ', 'a', 'B', '1', 'é', '\u0301', 'ﷺ', '漢', '\ud83d', '\u202e')
      })
    )
    fc.assert(
      fc.property(text, text, (name, sku) => {
        const slug = deriveSlug(name, sku, newId())
        assert.ok(isSlug(slug), slug)
        assert.equal(deriveSlug(slug, sku, ID), slug)
      }),
      { numRuns: 500 }
    )
  })

  test('hostile texts of a million characters yield a valid slug', () => {
    for (const unit of ['-1', 'aB', '\u0301', 'ﷺ', '♥', "'t", '\ud800', ' ']) {
      assert.ok(isSlug(deriveSlug(unit.repeat(1_000_000 / unit.length), 'SKU', ID)))
    }
  })
})

suite('the slug of a category, tag or vendor', () => {
  test('may be shorter than the slug of a product', () => {
    assert.equal(slugOf('TV', 'category'), 'tv')
    assert.equal(slugOf('4K', 'tag'), '4k')
  })

  test('is the fallback if the name yields no characters', () => {
    assert.equal(slugOf('数据线', 'category-1a2b3c4d'), 'category-1a2b3c4d')
    assert.equal(slugOf('!', 'tag-1a2b3c4d'), 'tag-1a2b3c4d')
  })
})

suite('the form of a slug', () => {
  for (const text of ['abc', 'a-b', '123', 'a1-b2-c3', 'a'.repeat(255)]) {
    test(`${text.slice(0, 20)} (${text.length}) is a slug`, () => assert.ok(isSlug(text)))
  }
  const others = ['', 'ab', '-ab', 'ab-', 'a--b', 'Abc', 'a b', 'a_b', 'äbc', 'abc\n', 'a'.repeat(256)]
  for (const text of others) {
    test(`${JSON.stringify(text.slice(0, 20))} (${text.length}) is not a slug`, () =>
      assert.ok(!isSlug(text)))
  }
})

suite('a suffix', () => {
  test('follows the base', () => assert.equal(withSuffix('widget', 2), 'widget-2'))

  test('shortens a long base, which then never ends with a hyphen', () => {
    assert.equal(withSuffix('a'.repeat(255), 12), `${'a'.repeat(252)}-12`)
    assert.equal(withSuffix(`${'a'.repeat(252)}-bb`, 2), `${'a'.repeat(252)}-2`)
  })

  test('is recognised only as the base with a number of 2 or more', () => {
    const base = 'widget'
    const [some, others] = [
      ['widget-2', 'widget-10'],
      ['widget', 'widget-1', 'widget-02', 'widget-a', 'widget-2-2', 'gadget-2', `widget-${'9'.repeat(40)}`]
    ]
    for (const slug of some) assert.ok(isSuffixed(slug, base), slug)
    for (const slug of others) assert.ok(!isSuffixed(slug, base), slug)
  })

  test('makes a valid slug of any slug', () => {
    const slug = fc.stringMatching(/^[a-z0-9]{1,100}(-[a-z0-9]{1,60}){0,4}$/).filter(isSlug)
    fc.assert(
      fc.property(slug, fc.integer({ min: 2, max: 10_000_000 }), (base, n) => {
        const suffixed = withSuffix(base, n)
        assert.ok(isSlug(suffixed))
        assert.ok(suffixed.endsWith(`-${n}`))
        assert.ok(isSuffixed(suffixed, base))
      })
    )
  })
})
