import { Problem } from '../../errors.ts'

/** Who may leave which state, and for where, by a decision or a submission (contract 3). */
export const transitions = {
  approve: { from: 'PENDING_APPROVAL', to: 'PUBLISHED' },
  reject: { from: 'PENDING_APPROVAL', to: 'DRAFT' },
  submit: { from: 'DRAFT', to: 'PENDING_APPROVAL' },
  hide: { from: 'PUBLISHED', to: 'HIDDEN' },
  publish: { from: 'HIDDEN', to: 'PUBLISHED' }
} as const

export type Move = keyof typeof transitions

/** Refuses a move that the current status does not allow: 409 `INVALID_TRANSITION`, naming that status. */
export function requireMove(move: Move, status: string): void {
  const { from } = transitions[move]
  if (status === from) return
  throw new Problem('INVALID_TRANSITION', {
    detail: `The product is ${status}; to ${move} it, it must be ${from}.`
  })
}
