import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, emptyWebhook, patchOf, type WebhookValues } from './webhook-values.ts'

const values: WebhookValues = { ...emptyWebhook, url: ' https://erp.example.com/in ', description: ' ERP ' }

test('a new webhook has all fields, and a feed only if it is not the usual one', () => {
  const body = { url: 'https://erp.example.com/in', description: 'ERP', types: null, concurrency: 4 }
  assert.deepEqual(bodyOf(values, []), body)
  assert.deepEqual(
    bodyOf({ ...values, feed: 'CATALOG_CHANGES', isSelected: true, types: ['order.placed'] }, [
      { key: '1', name: ' X-Key ', value: ' a ' }
    ]),
    { ...body, feed: 'CATALOG_CHANGES', headers: { 'X-Key': ' a ' } }
  )
})

test('a patch has only what was changed, and headers only if they are replaced', () => {
  assert.deepEqual(patchOf({ ...values, concurrency: 1 }, values, undefined), { concurrency: 1 })
  const some: WebhookValues = { ...values, isSelected: true, types: ['order.placed'] }
  assert.deepEqual(patchOf(some, values, []), { types: ['order.placed'], headers: {} })
  assert.deepEqual(patchOf({ ...some, isSelected: false }, some, undefined), { types: null })
})
