import { Problem } from '../../errors.ts'
import { type Role, roles } from '../../http/access.ts'

/** Whether a role is above another one. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other)
}

/** Nobody gives a role above their own. */
export function requireGivable(own: Role, role: Role): void {
  if (!isAbove(role, own)) return
  throw new Problem('INSUFFICIENT_ROLE', { detail: `Your role ${own} cannot give the role ${role}.` })
}

/** An OWNER is changed, removed and helped back in by an OWNER only. */
export function requireReach(own: Role, role: Role): void {
  if (role !== 'OWNER' || own === 'OWNER') return
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'Only an OWNER can do this to an OWNER.' })
}
