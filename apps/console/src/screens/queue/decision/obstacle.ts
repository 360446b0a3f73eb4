import type { Me, ModerationEntry } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { formatTime } from '../../../ui/format.ts'
import { isClaimedByOther } from './claimed.ts'

/** Returns why a person can't decide on an entry, or undefined. */
export function obstacleOf(
  entry: ModerationEntry,
  { canWrite, me, takeOver }: { canWrite: boolean; me: Me; takeOver: boolean }
): string | undefined {
  if (!canWrite) return t.decision.viewer
  if (takeOver || !isClaimedByOther(entry, me)) return undefined
  const { name = '', expiresAt = '' } = entry.claimedBy ?? {}
  return t.decision.claimed(name, formatTime(expiresAt))
}
