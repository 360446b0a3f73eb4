import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from './field.ts'
import { metadataFields, updateTargets, uploadTargets } from './flat-fields.ts'
import { watchedVariantFields } from './lists.ts'
import { productFieldTable } from './product-fields.ts'
import { variantFieldTable } from './variant-fields.ts'

const products = Object.entries<Field>(productFieldTable)
const variants = Object.entries<Field>(variantFieldTable)

test('no two fields have the same name in flat items', () => {
  const lists = [
    [...uploadTargets.map(({ flat }) => flat.name), ...metadataFields.map(({ name }) => name)],
    updateTargets.map(({ flat }) => flat.name)
  ]
  for (const names of lists) assert.deepEqual(names, [...new Set(names)])
})

test('no two fields of flat items set fields with the same name', () => {
  for (const targets of [uploadTargets, updateTargets]) {
    const names = targets.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  }
})

test('a watched field of variants is not also a field of products', () => {
  assert.deepEqual(
    watchedVariantFields.filter((name) => name in productFieldTable),
    []
  )
})

test('only texts and maps of products are moderated, and only fields of variants are exported or watched', () => {
  const texts = ['line', 'text', 'html', 'map']
  assert.ok(products.every(([, { isModerated, kind }]) => !isModerated || texts.includes(kind)))
  assert.ok(
    products.every(([, { exported, isWatched, isUnreviewed }]) => !exported && !isWatched && !isUnreviewed)
  )
  assert.ok(variants.every(([, { isModerated }]) => !isModerated))
  assert.ok(
    updateTargets.every(({ field }) => !field.isModerated),
    'bulk updates apply without approval'
  )
})
