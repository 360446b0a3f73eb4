import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createAddressGuard } from './address-guard.ts'

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.3.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2000::1',
  '2001:200::1',
  '2600::1',
  '2a00:1450:4001::1',
  '3ffe:ffff::1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::8.8.8.8',
  '2002:808:808::1'
]

const otherTexts = [
  '',
  'localhost',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '8.8.8.8%eth0',
  '::',
  '::1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:8.8.8.8',
  '64:ff9b::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::192.168.0.1',
  '64:ff9b:1:808:8:800::8.8.8.8',
  '100::1',
  '1fff:ffff::1',
  '2001::1',
  '2001:0:808:808::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1'
]

suite('an address', () => {
  const isPublicAddress = (address: string) =>
    createAddressGuard([]).allows(address, { host: 'images.example', isDefaultPort: true })
  for (const address of publicAddresses)
    test(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
  for (const address of otherTexts) {
    test(`${JSON.stringify(address)} is not public`, () => assert.equal(isPublicAddress(address), false))
  }
})

suite('the guard', () => {
  test('allows public addresses on the default ports only', () => {
    const guard = createAddressGuard([])
    assert.equal(guard.allows('8.8.8.8', { host: 'a.example', isDefaultPort: true }), true)
    assert.equal(guard.allows('8.8.8.8', { host: 'a.example', isDefaultPort: false }), false)
    assert.equal(guard.allows('10.0.0.1', { host: 'a.example', isDefaultPort: true }), false)
  })

  test('allows the listed networks and addresses on any port', () => {
    const guard = createAddressGuard(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '::1'])
    const at = (address: string) => guard.allows(address, { host: 'a.example', isDefaultPort: false })
    for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '127.0.0.1', 'fd12::1', '::1']) {
      assert.equal(at(address), true, address)
    }
    for (const address of [
      '10.0.255.255',
      '10.2.0.0',
      '127.0.0.2',
      'fe80::1',
      '::2',
      '8.8.8.8',
      '64:ff9b::10.1.0.1'
    ]) {
      assert.equal(at(address), false, address)
    }
  })

  test('allows a listed host with any address and port, but not its subdomains or similar names', () => {
    const guard = createAddressGuard(['Images.Example'])
    const at = (host: string) => guard.allows('10.0.0.1', { host, isDefaultPort: false })
    assert.equal(at('images.example'), true)
    assert.equal(at('IMAGES.example.'), true)
    assert.equal(at('a.images.example'), false)
    assert.equal(at('images.example.evil.example'), false)
  })
})
