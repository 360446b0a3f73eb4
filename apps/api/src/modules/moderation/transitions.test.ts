import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { type Move, requireMove, transitions } from './transitions.ts'

const statuses = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']

const allowed: Record<Move, string> = {
  approve: 'PENDING_APPROVAL',
  reject: 'PENDING_APPROVAL',
  submit: 'DRAFT',
  hide: 'PUBLISHED',
  publish: 'HIDDEN'
}

for (const move of Object.keys(transitions) as Move[]) {
  for (const status of statuses) {
    if (allowed[move] === status) {
      test(`${move} leaves ${status}`, () => assert.doesNotThrow(() => requireMove(move, status)))
    } else {
      test(`${move} does not leave ${status}, and says so`, () => {
        assert.throws(
          () => requireMove(move, status),
          (problem) =>
            problem instanceof Problem &&
            problem.code === 'INVALID_TRANSITION' &&
            problem.status === 409 &&
            problem.detail?.includes(status) === true
        )
      })
    }
  }
}
