import { Group, Paper, Skeleton, Text } from '@mantine/core'
import { rulesTexts } from '../../texts/rules.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatPercent } from '../../ui/format.ts'
import { OutcomeBar } from './outcome-bar.tsx'
import type { Preview } from './preview-rules.ts'
import type { usePreview } from './use-preview.ts'

/** What all rules together would have decided on the last 30 days. */
export function TotalOutcome({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error, refetch } = preview
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return (
    <Paper withBorder p="md" mih={96}>
      {data ? <Total preview={data} /> : <Loading />}
    </Paper>
  )
}

function Total({ preview }: { preview: Preview }) {
  const { evaluated, approved, rejected, queued, samples, differences } = preview
  if (evaluated === 0) return <Text c="dimmed">{rulesTexts.preview.none}</Text>
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text>
          {rulesTexts.preview.total(evaluated)}{' '}
          <strong>{formatPercent((approved + rejected) / evaluated)}</strong>.
        </Text>
        <Text c="dimmed">
          {differences.count > 0 ? rulesTexts.preview.differs(differences.count) : rulesTexts.preview.agrees}
        </Text>
      </Group>
      <OutcomeBar
        shares={[
          { kind: 'approved', label: rulesTexts.preview.approved, count: approved },
          { kind: 'rejected', label: rulesTexts.preview.rejected, count: rejected },
          {
            kind: 'rest',
            label: rulesTexts.preview.byPeople,
            count: queued,
            detail: samples > 0 ? rulesTexts.preview.ofWhichSamples(samples) : undefined
          }
        ]}
      />
      {preview.deletedCount > 0 && (
        <Text c="dimmed" fz="xs" mt="xs">
          {rulesTexts.preview.skipped}
        </Text>
      )}
    </>
  )
}

function Loading() {
  return (
    <div aria-hidden>
      <Skeleton height={14} width="55%" mb="md" />
      <Skeleton height={8} mb="sm" />
      <Skeleton height={12} width="40%" />
    </div>
  )
}
