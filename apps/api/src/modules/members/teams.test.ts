import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../errors.ts'
import { type Role, roles } from '../../http/server/access.ts'
import { isAbove, requireAssignable, requireMayManage } from './teams.ts'

function allows(check: (ownRole: Role, role: Role) => void, ownRole: Role, role: Role): boolean {
  try {
    check(ownRole, role)
    return true
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'INSUFFICIENT_ROLE')
    return false
  }
}

const cases: [ownRole: Role, assignable: Role[], manageable: Role[]][] = [
  ['OWNER', ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'], ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER']],
  ['ADMIN', ['ADMIN', 'EDITOR', 'VIEWER'], ['ADMIN', 'EDITOR', 'VIEWER']]
]

for (const [ownRole, assignable, manageable] of cases) {
  test(`${ownRole} can assign ${assignable.join(', ')} and manage ${manageable.join(', ')}`, () => {
    const assigned = roles.filter((role) => allows(requireAssignable, ownRole, role))
    const managed = roles.filter((role) => allows(requireMayManage, ownRole, role))
    assert.deepEqual([assigned, managed], [assignable, manageable])
  })
}

test('of two different roles, exactly one is above the other', () => {
  const role = fc.constantFrom(...roles)
  fc.assert(
    fc.property(role, role, (one, other) => {
      assert.equal(isAbove(one, other) || isAbove(other, one), one !== other)
      assert.ok(!(isAbove(one, other) && isAbove(other, one)))
    })
  )
})
