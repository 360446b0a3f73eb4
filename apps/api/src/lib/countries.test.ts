import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { iso31662 } from 'iso-3166'
import { countryCodeOf, isCountryCode } from './countries.ts'

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

suite('the code of a country', () => {
  const known: [text: string, code: string][] = [
    ['US', 'US'],
    ['us', 'US'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['The United States of America', 'US'],
    ['UK', 'GB'],
    ['deu', 'DE'],
    [' Germany ', 'DE'],
    ['CHINA', 'CN'],
    ["People's Republic of China", 'CN'],
    ['Taiwan, Province of China', 'TW'],
    ['Taiwan', 'TW'],
    ['South Korea', 'KR'],
    ['Korea, Republic of', 'KR'],
    ['Viet Nam', 'VN'],
    ['Vietnam', 'VN'],
    ['Czech Republic', 'CZ'],
    ['Turkey', 'TR'],
    ["Cote d'Ivoire", 'CI'],
    ['Trinidad & Tobago', 'TT'],
    ['The Netherlands', 'NL']
  ]
  for (const [text, code] of known)
    test(`of ${text} is ${code}`, () => assert.equal(countryCodeOf(text), code))
  for (const text of ['', 'EU', 'XX', 'Europe', 'China/Taiwan', 'US-CA', 'Virgin Islands', 'x'.repeat(300)])
    test(`is not found in “${text.slice(0, 20)}”`, () => assert.equal(countryCodeOf(text), undefined))
})
