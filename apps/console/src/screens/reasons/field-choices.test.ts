import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReasonTemplateField } from '@purveyor/client'
import { chosenOf, fieldsOf } from './field-choices.ts'

describe('the fields of choices', () => {
  const cases: [string, string[], ReasonTemplateField[], ReasonTemplateField[]][] = [
    ['none', [], ['name'], []],
    ['both names of a new choice', ['name', 'categories'], [], ['name', 'categories', 'categoryIds']],
    ['the one name that it had', ['categories', 'tags'], ['categoryIds'], ['categoryIds', 'tags', 'tagIds']],
    ['an unknown one is left out', ['nothing'], [], []]
  ]
  for (const [name, chosen, before, fields] of cases) {
    test(name, () => assert.deepEqual(fieldsOf(chosen, before), fields))
  }

  test('are the same again when they are read', () => {
    assert.deepEqual(chosenOf(['categoryIds', 'images', 'upc']), ['images', 'categories', 'upc'])
  })
})
