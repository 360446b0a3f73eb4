import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchOf, type SettingsValues } from './settings-values.ts'

const base = {
  name: 'Market',
  shipDays: '3',
  quoteMinutes: '15',
  currency: 'USD',
  'address/city': 'Baltimore',
  'address/state': 'MD',
  upcCheck: 'WARN',
  mailColor: ''
} as SettingsValues

const cases: [string, Partial<SettingsValues>, object][] = [
  ['nothing if nothing changed', {}, {}],
  ['a choice', { upcCheck: 'REFUSE' }, { upcCheck: 'REFUSE' }],
  ['numbers', { shipDays: ' 5 ' }, { shipDays: 5 }],
  ['the color of mails', { mailColor: ' #0F7A68' }, { mailColor: '#0f7a68' }],
  ['the currency in upper case', { currency: ' eur' }, { currency: 'EUR' }],
  [
    'the changed fields of the address, null for empty ones',
    { 'address/city': 'Hamburg', 'address/state': '' },
    { address: { city: 'Hamburg', state: null } }
  ],
  ['null for empty numbers', { shipDays: '' }, { shipDays: null }],
  ['an empty name, which the service refuses', { name: '' }, { name: '' }],
  ['what is no number, which the service refuses', { quoteMinutes: 'soon' }, { quoteMinutes: 'soon' }]
]

for (const [title, changed, expected] of cases)
  test(`the settings are saved with ${title}`, () => {
    assert.deepEqual(patchOf({ ...base, ...changed }, base), expected)
  })
