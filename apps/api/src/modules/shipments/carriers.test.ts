import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHttpUrl } from '../../lib/urls.ts'
import { carrierCode, carriers, trackingUrlOf } from './carriers.ts'

test('every carrier has a unique code and a tracking URL that contains the number once', () => {
  assert.equal(new Set(carriers.map(({ code }) => code)).size, carriers.length)
  for (const { code, trackingUrl } of carriers) {
    assert.match(code, /^[A-Z_]+$/)
    assert.equal(trackingUrl.split('{trackingNumber}').length, 2, code)
    const link = trackingUrlOf(code, '1Z999AA10123456784') ?? ''
    assert.ok(link.startsWith('https://') && isHttpUrl(link), code)
    assert.ok(link.endsWith('1Z999AA10123456784'), code)
  }
})

test('a carrier is found by its code or one of its names, ignoring case', () => {
  for (const { code, name } of carriers) {
    for (const given of [code, code.toLowerCase(), name, name.toUpperCase()]) {
      assert.equal(carrierCode(given), code)
    }
  }
  assert.equal(carrierCode('hermes'), 'EVRI')
  assert.equal(carrierCode('dhl express'), 'DHL')
  for (const other of ['Bolt Freight', 'constructor', '__proto__', 'UPS ']) {
    assert.equal(carrierCode(other), other)
    assert.equal(trackingUrlOf(other, '1'), null)
  }
})

test('the tracking number is URL-encoded', () => {
  assert.equal(
    trackingUrlOf('UPS', "1Z/ü&a=b#$&$'😀 ?"),
    "https://www.ups.com/track?tracknum=1Z%2F%C3%BC%26a%3Db%23%24%26%24'%F0%9F%98%80%20%3F"
  )
  for (const { code } of carriers) {
    const longest = trackingUrlOf(code, '😀'.repeat(100)) ?? ''
    assert.ok(isHttpUrl(longest) && longest.length <= 2048, code)
  }
})
