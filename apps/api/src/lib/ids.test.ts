import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { isUuid, newId } from './ids.ts'

suite('ids', () => {
  test('a new id is a UUIDv7 in lower case that begins with the time in milliseconds', () => {
    const before = Date.now()
    const id = newId()
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const made = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
    assert.ok(made >= before && made <= Date.now())
  })

  test('a thousand ids, and their last 8 characters, are all different', () => {
    const ids = Array.from({ length: 1_000 }, newId)
    assert.equal(new Set(ids).size, 1_000)
    assert.ok(new Set(ids.map((id) => id.slice(-8))).size > 990)
  })

  test('UUIDs of every version and case are UUIDs', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        assert.ok(isUuid(uuid))
        assert.ok(isUuid(uuid.toUpperCase()))
      })
    )
    assert.ok(isUuid('00000000-0000-0000-0000-000000000000'))
  })

  const others = [
    '',
    '1',
    '0198b6c12f3a7c4d9e5fa1b2c3d4e5f6',
    '{0198b6c1-2f3a-7c4d-9e5f-a1b2c3d4e5f6}',
    '0198b6c1-2f3a-7c4d-9e5f-a1b2c3d4e5f6\n',
    '0198b6c1-2f3a-7c4d-9e5f-a1b2c3d4e5fg',
    '0198b6c1-2f3a-7c4d-9e5f-a1b2c3d4e5f67'
  ]
  for (const text of others) {
    test(`${JSON.stringify(text)} is not a UUID`, () => assert.ok(!isUuid(text)))
  }
})
