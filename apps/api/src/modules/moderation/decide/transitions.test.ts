import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../errors.ts'
import { requireTransition, type Transition, transitions } from './transitions.ts'

const statuses = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']

const allowed: Record<Transition, string> = {
  approve: 'PENDING_APPROVAL',
  reject: 'PENDING_APPROVAL',
  submit: 'DRAFT',
  hide: 'PUBLISHED',
  publish: 'HIDDEN'
}

for (const transition of Object.keys(transitions) as Transition[]) {
  for (const status of statuses) {
    if (allowed[transition] === status) {
      test(`${transition} is allowed while the status is ${status}`, () =>
        assert.doesNotThrow(() => requireTransition(transition, status)))
    } else {
      test(`${transition} is refused while the status is ${status}, which is in the detail`, () => {
        assert.throws(
          () => requireTransition(transition, status),
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
