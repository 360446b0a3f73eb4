import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanHtml, isCleanedFast } from '../../lib/html.ts'
import { attributeFaults } from './attributes/attribute-limits.ts'
import { productFaults, withDescription } from './rules.ts'

const check = withDescription(productFaults)

describe('a description', () => {
  const cases = { short: '<p onclick="x()">a<p>b', long: '<p onclick="x()">a'.repeat(3_000) }
  for (const [title, description] of Object.entries(cases)) {
    test(`that is ${title} is replaced by its sanitised HTML`, async () => {
      const body = { description }
      const checked = check(body)
      assert.equal(
        checked instanceof Promise,
        title === 'long',
        'only a long description is sanitised in a thread'
      )
      assert.deepEqual(await checked, [])
      assert.deepEqual({ html: body.description }, cleanHtml(description))
      assert.ok(!body.description.includes('onclick'))
    })
  }

  test('with too many levels or bytes stays unchanged, and other faults are reported, too', async () => {
    const deep = { description: '<b x>'.repeat(5_000), shortDescription: 'x'.repeat(65_537) }
    const codes = (await check(deep)).map((found) => found.code)
    assert.deepEqual(codes, ['TOO_DEEP', 'TOO_LONG'])
    assert.equal(deep.description, '<b x>'.repeat(5_000))
    assert.deepEqual(
      (await check({ description: '<p>'.repeat(30_000) })).map((found) => found.code),
      ['TOO_LONG']
    )
  })

  test('of plain text or simple HTML never needs a thread', () => {
    assert.ok(isCleanedFast('text '.repeat(13_000)))
    assert.ok(isCleanedFast('<p>text</p>'.repeat(5_000)))
    assert.ok(!isCleanedFast('<p class="x">text</p>'.repeat(3_000)))
  })
})

test('attributes with a very large number of entries are refused', () => {
  const names = Array.from({ length: 24_000 }, (_, index) => [`n${index}`, 0])
  for (const [attributes, code] of [
    [{ list: Array(199_000).fill(0) }, 'TOO_LONG'],
    [{ list: Array(199_000).fill([]) }, 'TOO_LONG'],
    [Object.fromEntries(names), 'TOO_MANY'],
    [{ inner: Array(190).fill(Object.fromEntries(names.slice(0, 1_000))) }, 'TOO_MANY']
  ] as const) {
    assert.equal(attributeFaults('/attributes', attributes)[0]?.code, code)
  }
})
