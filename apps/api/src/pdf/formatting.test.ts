import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatAddress,
  formatAmount,
  formatCount,
  formatSignedAmount,
  formatTimestamp,
  paperSizeFor
} from './formatting.ts'

const unset = {
  ...{ name: null, company: null, addressLine1: null, addressLine2: null, city: null },
  ...{ state: null, zipCode: null, country: null, phone: null }
}

test('an amount has thousands separators and at least two decimals', () => {
  const written = {
    '0': '0.00',
    '0.0125': '0.0125',
    '12.5000': '12.50',
    '999.99': '999.99',
    '1000': '1,000.00',
    '1234567.8912': '1,234,567.8912',
    '9999999999999.99': '9,999,999,999,999.99'
  }
  for (const [decimal, text] of Object.entries(written)) assert.equal(formatAmount(decimal), text)
})

test('an amount with the decimals of its currency keeps them, and has a minus sign if it is negative', () => {
  const written = {
    '0.00': '0.00',
    '-0.05': '−0.05',
    '1234.500': '1,234.500',
    '-1234567': '−1,234,567',
    '38': '38'
  }
  for (const [decimal, text] of Object.entries(written)) assert.equal(formatSignedAmount(decimal), text)
})

test('a count has thousands separators', () => {
  assert.deepEqual([0, 999, 1000, 1_000_000].map(formatCount), ['0', '999', '1,000', '1,000,000'])
})

test('a timestamp is formatted to the minute', () => {
  assert.equal(formatTimestamp('2026-03-01T09:30:59.999Z'), '2026-03-01 09:30 UTC')
})

test('an address has a line for each part that is set', () => {
  assert.deepEqual(formatAddress(unset), [])
  assert.deepEqual(formatAddress({ ...unset, name: '', city: 'Springfield' }), ['Springfield'])
  assert.deepEqual(formatAddress({ ...unset, state: 'IL', zipCode: '62701' }), ['IL 62701'])
  const whole = {
    ...{ name: 'Ana Lima', company: 'Acme Tools', addressLine1: '12 Mill Road', addressLine2: 'Unit 4' },
    ...{ city: 'Springfield', state: 'IL', zipCode: '62701', country: 'US', phone: '+1 217 555 0100' }
  }
  assert.deepEqual(formatAddress(whole), [
    'Acme Tools',
    'Ana Lima',
    '12 Mill Road',
    'Unit 4',
    'Springfield, IL 62701',
    'US',
    '+1 217 555 0100'
  ])
})

test('a name that is both company and person appears once', () => {
  assert.deepEqual(formatAddress({ ...unset, name: 'Acme', company: 'Acme' }), ['Acme'])
})

test('the paper size is that of the first known country', () => {
  assert.equal(paperSizeFor('US', 'DE'), 'LETTER')
  assert.equal(paperSizeFor(null, 'us-CA'), 'LETTER')
  assert.equal(paperSizeFor('DE', 'US'), 'A4')
  assert.equal(paperSizeFor(null, null), 'A4')
})
