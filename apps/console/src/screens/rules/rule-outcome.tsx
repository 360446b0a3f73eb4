import { Stack, Text } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import type { RuleOutcome } from './outcome.ts'
import { OutcomeBar } from './outcome-bar.tsx'

/** What one rule would have decided on the last 30 days, as sentences and a bar. */
export function RuleOutcomeSummary({ outcome }: { outcome: RuleOutcome }) {
  const { evaluated, earlier, approved, rejected, queued, samples, unmatched, differences } = outcome
  if (evaluated === 0) return <Text c="dimmed">{t.rules.preview.none}</Text>
  const matched = approved + rejected + queued
  return (
    <Stack gap="xs">
      <Text>{t.rules.preview.left(evaluated, earlier)}</Text>
      <OutcomeBar
        shares={[
          { kind: 'approved', label: t.rules.preview.approved, count: approved },
          { kind: 'rejected', label: t.rules.preview.rejected, count: rejected },
          {
            kind: 'queued',
            label: t.rules.preview.queued,
            count: queued,
            detail: samples > 0 ? t.rules.preview.ofWhichSamples(samples) : undefined
          },
          { kind: 'rest', label: t.rules.preview.others, count: unmatched }
        ]}
      />
      <Text fw={differences > 0 ? 600 : undefined} c={differences > 0 ? undefined : 'dimmed'}>
        {matched === 0 ? t.rules.preview.noMatchDetail : agreement(differences)}
      </Text>
    </Stack>
  )
}

function agreement(differences: number): string {
  return `${differences === 0 ? t.rules.preview.agrees : t.rules.preview.differs(differences)}.`
}
