import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFields } from './sql.ts'

test('a column is set if its field is given, and otherwise stays unchanged', () => {
  assert.deepEqual(givenFields('p', { brand: 'text', leadTime: 'integer' }), {
    assignments:
      `brand = case when g.given ? 'brand' then f."brand" else p.brand end, ` +
      `lead_time = case when g.given ? 'leadTime' then f."leadTime" else p.lead_time end`,
    record: '"brand" text, "leadTime" integer'
  })
})
