import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReasonTemplate, ReasonTemplateField } from '@purveyor/client'
import { filterTemplates, lengthOf, suggestCode, usesOf } from './templates.ts'

describe('a suggested code', () => {
  const cases: [string, string][] = [
    ['The image shows another product.', 'IMAGE_SHOWS_PRODUCT'],
    ['Please remove the claim!', 'REMOVE_CLAIM'],
    ['Größe fehlt', 'GROSSE_FEHLT'],
    ['Élément dupliqué', 'ELEMENT_DUPLIQUE'],
    ['It is not.', 'IT_IS_NOT'],
    ['2 images are 3D renderings', 'IMAGES_D_RENDERINGS'],
    ['画像が違います', ''],
    ['', ''],
    [`${'x'.repeat(100)}`, 'X'.repeat(60)],
    ['The code is taken', 'CODE_TAKEN_3']
  ]
  const taken = new Set(['CODE_TAKEN', 'CODE_TAKEN_2'])
  for (const [text, code] of cases) {
    test(`${code || 'nothing'} for "${text.slice(0, 40)}"`, () => {
      assert.equal(suggestCode(text, taken), code)
      assert.match(code, /^([A-Z][A-Z0-9_]{0,63})?$/)
    })
  }
})

test('a length counts code points of the trimmed text', () => assert.equal(lengthOf('  a😀\n'), 2))

describe('filtering', () => {
  const template = (code: string, text: string, fields: ReasonTemplateField[]): ReasonTemplate => {
    return { id: code, code, text, fields, createdAt: '', updatedAt: '' }
  }
  const templates = [
    template('NO_IMAGE', 'An image is missing.', ['images']),
    template('WRONG_NAME', 'The name is wrong.', ['name', 'categoryIds']),
    template('DUPLICATE', 'You sell this already.', [])
  ]
  const cases: [string, string, ReasonTemplateField[], string[]][] = [
    ['nothing', '', [], ['NO_IMAGE', 'WRONG_NAME', 'DUPLICATE']],
    ['words of code and text in any order', ' missing no_im', [], ['NO_IMAGE']],
    ['a field, with those for all fields', '', ['images'], ['NO_IMAGE', 'DUPLICATE']],
    ['one of two names of a field', '', ['categories', 'categoryIds'], ['WRONG_NAME', 'DUPLICATE']],
    ['both', 'wrong', ['images'], []]
  ]
  for (const [name, search, fields, codes] of cases) {
    test(`by ${name}`, () => {
      const found = filterTemplates(templates, { search, fields })
      assert.deepEqual(
        found.map(({ code }) => code),
        codes
      )
    })
  }
})

describe('the use of a code', () => {
  const listed = Array.from({ length: 100 }, (_, index) => ({ code: `C${index}`, count: 200 - index }))
  test('is that of the statistics', () => {
    assert.deepEqual(usesOf('C1', listed), { count: 199, isLimit: false })
  })
  test('is 0 if the statistics list all codes', () => {
    assert.deepEqual(usesOf('X', listed.slice(1)), { count: 0, isLimit: false })
  })
  test('is at most that of the rarest listed code, if more codes may exist', () => {
    assert.deepEqual(usesOf('X', listed), { count: 101, isLimit: true })
  })
})
