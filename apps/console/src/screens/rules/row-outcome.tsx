import { Skeleton, Text } from '@mantine/core'
import { rulesTexts } from '../../texts/rules.ts'
import type { RuleOutcome } from './outcome.ts'
import { OutcomeBar, type Share } from './outcome-bar.tsx'

type Props = { isActive: boolean; outcome: RuleOutcome | undefined }

/** What a rule of the list would have decided, in a few words. */
export function RowOutcome({ isActive, outcome }: Props) {
  if (!isActive) {
    return (
      <Text fz="xs" c="dimmed">
        {rulesTexts.preview.inactive}
      </Text>
    )
  }
  if (!outcome) return <Skeleton height={30} aria-hidden />
  const { approved, rejected, queued, samples, differences } = outcome
  const shares: Share[] = [
    { kind: 'approved', label: rulesTexts.preview.approved, count: approved },
    { kind: 'rejected', label: rulesTexts.preview.rejected, count: rejected },
    {
      kind: 'queued',
      label: rulesTexts.preview.queued,
      count: queued,
      detail: samples > 0 && samples < queued ? rulesTexts.preview.ofWhichSamples(samples) : undefined
    }
  ]
  const matched = shares.filter(({ count }) => count > 0)
  if (matched.length === 0) {
    return (
      <Text fz="xs" c="dimmed">
        {rulesTexts.preview.noMatch}
      </Text>
    )
  }
  return (
    <>
      <OutcomeBar shares={matched} total={outcome.evaluated} />
      {differences > 0 && (
        <Text fz="xs" fw={600} mt={2}>
          {rulesTexts.preview.differs(differences)}
        </Text>
      )}
    </>
  )
}
