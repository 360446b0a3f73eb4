import { Skeleton, Text } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import type { RuleOutcome } from './outcome.ts'
import { OutcomeBar, type Share } from './outcome-bar.tsx'

type Props = { isActive: boolean; outcome: RuleOutcome | undefined }

/** What a rule of the list would have decided, in a few words. */
export function RowOutcome({ isActive, outcome }: Props) {
  if (!isActive) {
    return (
      <Text fz="xs" c="dimmed">
        {t.rules.preview.inactive}
      </Text>
    )
  }
  if (!outcome) return <Skeleton height={30} aria-hidden />
  const { approved, rejected, queued, samples, differences } = outcome
  const shares: Share[] = [
    { kind: 'approved', label: t.rules.preview.approved, count: approved },
    { kind: 'rejected', label: t.rules.preview.rejected, count: rejected },
    {
      kind: 'queued',
      label: t.rules.preview.queued,
      count: queued,
      detail: samples > 0 && samples < queued ? t.rules.preview.ofWhichSamples(samples) : undefined
    }
  ]
  const matched = shares.filter(({ count }) => count > 0)
  if (matched.length === 0) {
    return (
      <Text fz="xs" c="dimmed">
        {t.rules.preview.noMatch}
      </Text>
    )
  }
  return (
    <>
      <OutcomeBar shares={matched} total={outcome.evaluated} />
      {differences > 0 && (
        <Text fz="xs" fw={600} mt={2}>
          {t.rules.preview.differs(differences)}
        </Text>
      )}
    </>
  )
}
