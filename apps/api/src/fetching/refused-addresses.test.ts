import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFailed, bytes, get, startTestHost } from '../../test/fetching.ts'
import type { ImageHost } from '../../test/image-host.ts'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'

suite('refused addresses', () => {
  let host: ImageHost
  let other: ImageHost
  before(async () => {
    host = await startTestHost()
    other = await startTestHost()
  })
  after(async () => {
    await host.close()
    await other.close()
  })

  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '0x7f.0x0.0x0.0x1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166',
    '100.64.0.1',
    '255.255.255.255',
    '224.0.0.1',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ip6-localhost'
  ]

  for (const name of hosts) {
    test(`http://${name} is refused on any port without connecting`, async () => {
      const before = host.connections
      for (const port of [`:${host.port}`, '']) {
        const fetched = await get(`http://${name}${port}/a`, { allow: [] })
        assert.ok(!fetched.ok)
        assert.equal(fetched.code, 'COULD_NOT_FETCH')
        assert.match(fetched.reason, /is not allowed|has no address/)
      }
      assert.equal(host.connections, before)
    })
  }

  test('a public address is refused on all ports except the default port of the scheme', async () => {
    const options = { allow: [], resolve: async () => ['8.8.8.8'] }
    for (const url of [
      'http://a.example:8080',
      'http://a.example:443',
      'https://a.example:80',
      'http://8.8.8.8:81'
    ]) {
      assertFailed(await get(url, options), /8\.8\.8\.8 is not allowed/)
    }
  })

  test('other schemes and URLs with a user name or password are refused', async () => {
    const before = host.connections
    for (const [url, reason] of [
      ['file:///etc/passwd', /not http/],
      [`ftp://127.0.0.1:${host.port}/a`, /not http/],
      [`gopher://127.0.0.1:${host.port}/a`, /not http/],
      ['data:image/png;base64,AAAA', /not http/],
      ['javascript:alert(1)', /not http/],
      [`ws://127.0.0.1:${host.port}/a`, /not http/],
      [`http://user@127.0.0.1:${host.port}/a`, /user/],
      [`http://user:pass@127.0.0.1:${host.port}/a`, /user/],
      [`http://:pass@127.0.0.1:${host.port}/a`, /user/],
      ['http://', /URL is not valid/],
      ['', /URL is not valid/],
      ['http://127.0.0.1:99999/', /URL is not valid/],
      ['http://[::1%25lo]/', /URL is not valid/]
    ] as const) {
      assertFailed(await get(url), reason)
    }
    assert.equal(host.connections, before)
  })

  test('a name is refused if any of its addresses is not allowed', async () => {
    const before = host.connections
    for (const found of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254']
    ]) {
      const options = { allow: [], resolve: async () => found }
      assertFailed(await get('http://images.example/a', options), /is not allowed/)
    }
    assert.equal(host.connections, before)
  })

  test('a name is looked up once per connection, so that its address cannot change after the check', async () => {
    let lookups = 0
    const rebinding = async () => {
      lookups++
      return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const url = `http://images.example:${host.port}`
    const fetched = await get(`${url}/a`, { resolve: rebinding })
    assert.deepEqual(fetched, { ok: true, bytes })
    assert.equal(lookups, 1)
    lookups = 0
    assertFailed(await get(`${url}/redirect?to=/a`, { resolve: rebinding }), /127\.0\.0\.2 is not allowed/)
    assert.equal(lookups, 2)
  })

  test('redirects to refused addresses are refused without connecting', async () => {
    for (const to of [
      `http://[::ffff:127.0.0.2]:${other.port}/`,
      `http://127.0.0.2:${other.port}/`,
      `http://localhost:${other.port}/`,
      `//2130706434:${other.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:image/png;base64,AAAA',
      `http://user:pass@127.0.0.1:${other.port}/`,
      'http://'
    ]) {
      const fetched = await get(`${host.origin}/redirect?to=${encodeURIComponent(to)}`)
      assert.ok(!fetched.ok, to)
      assert.equal(fetched.code, 'COULD_NOT_FETCH')
    }
    assert.equal(other.connections, 0)
  })

  test('the remote address of the socket is checked before anything is sent', async () => {
    const inner = createAddressGuard(['127.0.0.1'])
    let checks = 0
    const changing: AddressGuard = {
      isAllowedHost: inner.isAllowedHost,
      allows: (address, target) => ++checks === 1 && inner.allows(address, target)
    }
    const asked = host.asked.length
    assertFailed(await get(`${host.origin}/a`, { guard: changing }), /127\.0\.0\.1 is not allowed/)
    assert.equal(checks, 2)
    assert.equal(host.asked.length, asked)
  })
})
