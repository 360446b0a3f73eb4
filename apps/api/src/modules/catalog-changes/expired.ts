import { Problem } from '../../errors.ts'

/** Returns the 410 for a cursor after which changes have been deleted. */
export function cursorExpired(): Problem {
  return new Problem('CURSOR_EXPIRED', {
    detail:
      'Changes after this cursor have been deleted, because changes are stored for 30 days. Read the list of ' +
      'changes without after, up to its last page, and store the endCursor. Then read everything from the ' +
      'storefront again, and continue from this endCursor.'
  })
}
