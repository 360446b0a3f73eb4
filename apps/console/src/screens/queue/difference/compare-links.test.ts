import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compareLinks, misleadingHost } from './compare-links.ts'

const link = (address: string, text = 'x') => ({ address, text })

suite('links', () => {
  test('are compared by their addresses, and named once', () => {
    const before = [link('https://a.example/'), link('https://b.example/')]
    const after = [link('https://b.example/', 'y'), link('https://c.example/'), link('https://c.example/')]
    assert.deepEqual(compareLinks(before, after), {
      added: [link('https://c.example/')],
      removed: [link('https://a.example/')]
    })
  })

  const cases: [string, string, string | undefined][] = [
    ['https://evil.example/', 'bosch.com', 'bosch.com'],
    ['https://evil.example/', 'https://www.bosch.com/drills', 'bosch.com'],
    ['https://www.bosch.com/drills', 'bosch.com', undefined],
    ['https://shop.bosch.com/', 'bosch.com', undefined],
    ['https://bosch.com.evil.example/', 'bosch.com', 'bosch.com'],
    ['https://evil.example/', 'the manual', undefined],
    ['https://evil.example/', 'version 2.0', undefined],
    ['mailto:a@bosch.com', 'bosch.com', undefined]
  ]
  for (const [address, text, expected] of cases) {
    test(`${text} → ${address}`, () => assert.equal(misleadingHost(link(address, text)), expected))
  }
})
