import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryCodes, countryName, findCountries } from './countries.ts'

test('a country is found by its code and by a part of its name', () => {
  assert.equal(countryCodes.length, 249)
  const name = new Intl.DisplayNames(undefined, { type: 'region' }).of('DE') ?? ''
  assert.ok(findCountries('de').includes('DE'))
  assert.deepEqual(findCountries(name.slice(1).toUpperCase()), ['DE'])
})

test('a subdivision has the name of its country, and other texts have none', () => {
  assert.equal(countryName('US-AK'), `${countryName('US')} (AK)`)
  assert.equal(countryName('USA'), undefined)
  assert.equal(countryName(''), undefined)
})
