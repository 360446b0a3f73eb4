import { Problem } from '../../../errors.ts'

/**
 * The changes of a product's status by moderators and by submission (contract 3): the status before (`from`)
 * and after (`to`) each change.
 */
export const transitions = {
  approve: { from: 'PENDING_APPROVAL', to: 'PUBLISHED' },
  reject: { from: 'PENDING_APPROVAL', to: 'DRAFT' },
  submit: { from: 'DRAFT', to: 'PENDING_APPROVAL' },
  hide: { from: 'PUBLISHED', to: 'HIDDEN' },
  publish: { from: 'HIDDEN', to: 'PUBLISHED' }
} as const

/** The error for an entry of the kind CHANGE that isn't in the queue. */
export function noChange(): Problem {
  return new Problem('NO_CHANGE', {
    detail: 'The product has no changes of watched fields that wait for a decision.'
  })
}

/** A change of a product's status by a moderator or by submission. */
export type Transition = keyof typeof transitions

/**
 * Throws 409 `INVALID_TRANSITION`, with the product's status in the detail, if that status doesn't allow the
 * transition.
 */
export function requireTransition(transition: Transition, status: string): void {
  const { from } = transitions[transition]
  if (status === from) return
  throw new Problem('INVALID_TRANSITION', {
    detail: `The product is ${status}. You can ${transition} it only while it is ${from}.`
  })
}
