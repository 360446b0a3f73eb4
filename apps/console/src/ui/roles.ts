import type { Role } from '@purveyor/client'
import { t } from '../texts/texts.ts'

/** The roles from the one with the most rights to the one with the fewest. */
export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'] as const satisfies readonly Role[]

/** Returns the roles that a person with this role may give to others, with their names. */
export function assignableRoles(own: Role | null): { value: Role; label: string }[] {
  const first = own ? roles.indexOf(own) : roles.length
  return roles.slice(first).map((value) => ({ value, label: t.roles[value] }))
}
