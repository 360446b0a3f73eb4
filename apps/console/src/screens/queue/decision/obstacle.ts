import type { Me, ModerationEntry } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { formatTime } from '../../../ui/format.ts'
import { isClaimedByOther } from './claimed.ts'

/** Why a person can't decide on an entry. */
export type Obstacle = { type: 'viewer' | 'claimed'; text: string }

/** Returns why the person can't decide on an entry, or undefined. */
export function obstacleOf(
  entry: ModerationEntry,
  { canWrite, me, takeOver }: { canWrite: boolean; me: Me; takeOver: boolean }
): Obstacle | undefined {
  if (!canWrite) return { type: 'viewer', text: t.decision.viewer }
  if (takeOver || !isClaimedByOther(entry, me)) return undefined
  const { name = '', expiresAt = '' } = entry.claimedBy ?? {}
  return { type: 'claimed', text: t.decision.claimed(name, formatTime(expiresAt)) }
}
