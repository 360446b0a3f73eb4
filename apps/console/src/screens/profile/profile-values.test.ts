import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProfileValues, patchOf } from './profile-values.ts'

const base = {
  name: 'Acme',
  slug: 'acme',
  phone: '1',
  leadTime: '4',
  'address/city': 'Springfield',
  'address/zipCode': '62701'
} as ProfileValues

const cases: [string, Partial<ProfileValues>, object][] = [
  ['nothing if nothing changed', {}, {}],
  ['a number for the lead time', { leadTime: '7' }, { leadTime: 7 }],
  ['null for empty fields', { leadTime: '', phone: '' }, { leadTime: null, phone: null }],
  ['an empty name, which the service refuses', { name: '' }, { name: '' }],
  ['only the changed parts of the address', { 'address/city': '' }, { address: { city: null } }]
]

for (const [title, changed, expected] of cases)
  test(`a profile is saved with ${title}`, () => {
    assert.deepEqual(patchOf({ ...base, ...changed }, base), expected)
  })
