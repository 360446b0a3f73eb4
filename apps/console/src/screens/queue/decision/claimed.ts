import type { Me, ModerationEntry } from '@purveyor/client'

/** True if someone else holds an entry now. */
export function isClaimedByOther({ claimedBy }: ModerationEntry, me: Me, now = Date.now()): boolean {
  return claimedBy !== null && claimedBy.id !== me.user?.id && Date.parse(claimedBy.expiresAt) > now
}
