import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyValues, ownerBody, vendorBody } from './vendor-values.ts'

test('a vendor is created with the fields that are not empty', () => {
  assert.deepEqual(vendorBody({ ...emptyValues, name: ' Acme ' }), { name: 'Acme', trust: 'STANDARD' })
  const values = {
    ...{
      name: 'Acme',
      email: ' a@acme.test',
      phone: ' ',
      website: 'https://acme.test',
      trust: 'NEW' as const
    },
    ...{ commissionPercent: ' 12,5 ', ownerName: ' Ana Lima', ownerEmail: 'ana@acme.test ' }
  }
  assert.deepEqual(vendorBody(values), {
    ...{ name: 'Acme', email: 'a@acme.test', website: 'https://acme.test', trust: 'NEW' },
    commissionPercent: '12.5'
  })
  assert.deepEqual(ownerBody(values), { name: 'Ana Lima', email: 'ana@acme.test', role: 'OWNER' })
})
