import { ProblemError } from '@purveyor/client'

/** Codes of errors that mean that the entry no longer waits for this decision. */
const decidedCodes = ['INVALID_TRANSITION', 'NO_REVISION', 'NO_CHANGE', 'FIELD_NOT_PENDING', 'NOT_FOUND']

/** True if a decision was refused because someone else, or a rule, has decided already. */
export function isDecidedAlready(error: unknown): error is ProblemError {
  return error instanceof ProblemError && decidedCodes.includes(error.code)
}

/** True if a decision was refused because the vendor has edited the entry. */
export function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'STALE_VERSION'
}

/** True if an approval was refused because of the attributes of the product. */
export function hasAttributeIssues(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'ATTRIBUTE_ISSUES'
}

/** True if a decision was refused because someone else has claimed the entry. */
export function isClaimed(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'CLAIMED'
}
