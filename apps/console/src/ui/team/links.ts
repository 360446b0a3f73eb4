import { linkPaths } from '../../session/link-paths.ts'
import { homes, type Side } from '../../session/side.ts'

/** Returns the address of the page that accepts an invitation. Servers never see the part after the `#`. */
export function invitationLink(side: Side, token: string, origin = location.origin): string {
  return `${origin}${homes[side]}${linkPaths.invitation}#${token}`
}

/** Returns the address of the page that sets a new password. */
export function resetLink(side: Side, token: string, origin = location.origin): string {
  return `${origin}${homes[side]}${linkPaths.password}#${token}`
}
