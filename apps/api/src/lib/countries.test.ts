import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { iso31662 } from 'iso-3166'
import { isCountryCode } from './countries.ts'

suite('country codes', () => {
  for (const code of ['US', 'DE', 'SS', 'CW', 'US-CA', 'US-AK', 'GB-ENG', 'CA-QC', 'FR-75C', 'AU-NSW']) {
    test(`${code} is one`, () => assert.ok(isCountryCode(code)))
  }

  const others = [
    '',
    'us',
    'us-ca',
    'US-ca',
    'USA',
    'UK',
    'EU',
    'XX',
    'ZZ',
    'AN',
    'SU',
    'US-',
    'US-ZZ',
    'US CA',
    ' US',
    '840'
  ]
  for (const text of others) {
    test(`${JSON.stringify(text)} is none`, () => assert.ok(!isCountryCode(text)))
  }

  test('names that every object has are no codes', () => {
    for (const text of ['constructor', '__proto__', 'has']) assert.ok(!isCountryCode(text))
  })

  test('every subdivision lies in a country that is a code itself', () => {
    for (const { code } of iso31662) {
      assert.ok(isCountryCode(code.slice(0, 2)), code)
      assert.ok(code.length <= 10)
    }
  })
})
