import { Stack, Text } from '@mantine/core'
import { rulesTexts } from '../../texts/rules.ts'
import type { RuleOutcome } from './outcome.ts'
import { OutcomeBar } from './outcome-bar.tsx'

/** What one rule would have decided on the last 30 days, as sentences and a bar. */
export function RuleOutcomeSummary({ outcome }: { outcome: RuleOutcome }) {
  const { evaluated, earlier, approved, rejected, queued, samples, unmatched, differences } = outcome
  if (evaluated === 0) return <Text c="dimmed">{rulesTexts.preview.none}</Text>
  const matched = approved + rejected + queued
  return (
    <Stack gap="xs">
      <Text>{rulesTexts.preview.left(evaluated, earlier)}</Text>
      <OutcomeBar
        shares={[
          { kind: 'approved', label: rulesTexts.preview.approved, count: approved },
          { kind: 'rejected', label: rulesTexts.preview.rejected, count: rejected },
          {
            kind: 'queued',
            label: rulesTexts.preview.queued,
            count: queued,
            detail: samples > 0 ? rulesTexts.preview.ofWhichSamples(samples) : undefined
          },
          { kind: 'rest', label: rulesTexts.preview.others, count: unmatched }
        ]}
      />
      <Text fw={differences > 0 ? 600 : undefined} c={differences > 0 ? undefined : 'dimmed'}>
        {matched === 0 ? rulesTexts.preview.noMatchDetail : agreement(differences)}
      </Text>
    </Stack>
  )
}

function agreement(differences: number): string {
  return `${differences === 0 ? rulesTexts.preview.agrees : rulesTexts.preview.differs(differences)}.`
}
