import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedRequirements, bodyOf, valuesOf } from './category-values.ts'

test('values are sent back as they were read', () => {
  const attributes = [
    { attribute: 'voltage', requirement: 'REQUIRED', enforcedFrom: '2030-01-01T10:30:00.000Z' },
    { attribute: 'series', requirement: 'REQUIRED', enforcedFrom: '2030-01-01T10:30:07.250Z' },
    { attribute: 'chuck', requirement: 'OPTIONAL', enforcedFrom: null }
  ] as const
  assert.deepEqual(bodyOf(valuesOf({ attributes: [...attributes], effective: [] })), { attributes })
})

test('a time is sent only with a required attribute', () => {
  const rows = [{ key: 'voltage', requirement: 'RECOMMENDED', enforcedFrom: '2030-01-01T10:30' }] as const
  assert.deepEqual(bodyOf({ rows: [...rows] }), {
    attributes: [{ attribute: 'voltage', requirement: 'RECOMMENDED', enforcedFrom: null }]
  })
})

test('a category can ask for more than those above it, but not for less', () => {
  assert.deepEqual(allowedRequirements(undefined), ['OPTIONAL', 'RECOMMENDED', 'REQUIRED'])
  assert.deepEqual(allowedRequirements('RECOMMENDED'), ['RECOMMENDED', 'REQUIRED'])
})
