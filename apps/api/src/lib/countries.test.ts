import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { iso31662 } from 'iso-3166'
import { isCountryCode } from './countries.ts'

suite('country codes', () => {
  for (const code of ['US', 'DE', 'SS', 'CW', 'US-CA', 'US-AK', 'GB-ENG', 'CA-QC', 'FR-75C', 'AU-NSW']) {
    test(`${code} is a country code`, () => assert.ok(isCountryCode(code)))
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
    test(`${JSON.stringify(text)} is not a country code`, () => assert.ok(!isCountryCode(text)))
  }

  test('the names of properties that every object has are not codes', () => {
    for (const text of ['constructor', '__proto__', 'has']) assert.ok(!isCountryCode(text))
  })

  test('every subdivision code begins with a country code', () => {
    for (const { code } of iso31662) {
      assert.ok(isCountryCode(code.slice(0, 2)), code)
      assert.ok(code.length <= 10)
    }
  })
})
