import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { clientNetwork, isHost, isHostOrNetwork, isNetwork, isOrigin } from './addresses.ts'

const cases: [string, (text: string) => boolean, string[], string[]][] = [
  [
    'a host',
    isHost,
    ['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'api.market.example', 'db_1', 'a-b'],
    ['', ' ', 'a b', 'http://a', 'a/b', 'a:80', '-a', '.a', 'ä.example', `a${'.b'.repeat(200)}`]
  ],
  [
    'a host or network',
    isHostOrNetwork,
    [
      'images.market.example',
      'localhost',
      'a.example.',
      '10.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
      'a1',
      '1a'
    ],
    [
      '',
      '*',
      'a:80',
      'http://a',
      '10.1',
      '2130706433',
      '0x7f.1',
      'a.1',
      '10.0.0.0/33',
      '[::1]',
      'fe80::1%eth0'
    ]
  ],
  [
    'an origin',
    isOrigin,
    [
      'http://localhost',
      'https://market.example',
      'https://Market.example:8443',
      'http://[::1]:3000',
      'http://10.0.0.1'
    ],
    [
      '',
      'market.example',
      '*',
      'null',
      'ftp://market.example',
      'https://market.example/',
      'https://market.example/path',
      'https://market.example?a=1',
      'https://market.example#a',
      'https://user:pass@market.example',
      'https://market.example:99999',
      'https://',
      'https://a b',
      'https:\\\\a',
      'http://[::1'
    ]
  ],
  [
    'an address or network',
    isNetwork,
    ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '::ffff:10.0.0.1', '192.168.1.7/32'],
    [
      '',
      '10',
      '10.1',
      '010.0.0.1',
      '0x7f.1',
      '10.0.0.256',
      '10.0.0.0/33',
      '10.0.0.0/',
      '::/129',
      'fe80::1%eth0',
      'loopback',
      '1::2::3'
    ]
  ]
]

for (const [what, is, ones, others] of cases) {
  suite(what, () => {
    for (const text of ones) {
      test(`${text} is ${what}`, () => assert.ok(is(text)))
    }
    for (const text of others) {
      test(`${JSON.stringify(text.slice(0, 40))} is not ${what}`, () => assert.ok(!is(text)))
    }
  })
}

suite('the network of a client', () => {
  const networks = {
    '192.0.2.1': '192.0.2.1',
    '192.0.2.1:50123': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::',
    '[2001:db8:1:2:3:4:5:6]': '2001:db8:1:2::',
    '[2001:db8:1:2:3:4:5:6]:50123': '2001:db8:1:2::',
    Unknown: 'unknown',
    '': ''
  }
  for (const [address, network] of Object.entries(networks))
    test(`of ${JSON.stringify(address)} is ${JSON.stringify(network)}`, () =>
      assert.equal(clientNetwork(address), network))
})

suite('any IP address', () => {
  test('is a host and a network, and also a network with its full prefix length', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        assert.ok(isHost(address))
        assert.ok(isNetwork(address))
        assert.ok(isNetwork(`${address}/${address.includes(':') ? 128 : 32}`))
      })
    )
  })
})
