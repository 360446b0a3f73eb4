import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../errors.ts'
import { type Role, roles } from '../../http/access.ts'
import { isAbove, requireGivable, requireReach } from './teams.ts'

function allows(check: (own: Role, role: Role) => void, own: Role, role: Role): boolean {
  try {
    check(own, role)
    return true
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'INSUFFICIENT_ROLE')
    return false
  }
}

const cases: [own: Role, givable: Role[], inReach: Role[]][] = [
  ['OWNER', ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'], ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER']],
  ['ADMIN', ['ADMIN', 'EDITOR', 'VIEWER'], ['ADMIN', 'EDITOR', 'VIEWER']]
]

for (const [own, givable, inReach] of cases) {
  test(`${own} gives ${givable.join(', ')} and changes ${inReach.join(', ')}`, () => {
    const given = roles.filter((role) => allows(requireGivable, own, role))
    const reached = roles.filter((role) => allows(requireReach, own, role))
    assert.deepEqual([given, reached], [givable, inReach])
  })
}

test('of two roles one is above the other, unless they are the same', () => {
  const role = fc.constantFrom(...roles)
  fc.assert(
    fc.property(role, role, (one, other) => {
      assert.equal(isAbove(one, other) || isAbove(other, one), one !== other)
      assert.ok(!(isAbove(one, other) && isAbove(other, one)))
    })
  )
})
