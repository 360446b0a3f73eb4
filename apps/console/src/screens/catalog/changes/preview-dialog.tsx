import { Alert, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useRef } from 'react'
import { catalogTexts } from '../../../texts/catalog.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { type ChangeSet, countChanges } from './change-set.ts'
import { PreviewTable } from './preview-table.tsx'
import { type Outcome, sendable } from './send-changes.ts'
import { type Applied, useApply } from './use-apply.ts'
import { usePreview } from './use-preview.ts'

type Props = { changes: ChangeSet; version: number; onClose(): void; onApplied(applied: Applied): void }

/** Shows what the changes will do before they are sent. */
export function PreviewDialog({ changes, version, onClose, onApplied }: Props) {
  const preview = usePreview(changes, version)
  const apply = useApply(changes, onApplied)
  const shown = useRef<Outcome[]>([])
  const outcomes = preview.data?.filter(({ key }) => changes.rows.has(key))
  if (outcomes) shown.current = outcomes
  const rows = sendable(changes.rows)
  const { cells } = countChanges(new Map(rows))
  const willChange = shown.current.filter(({ result }) => result.status === 'UPDATED').length
  return (
    <ConfirmDialog
      opened
      size="xl"
      title={catalogTexts.previewTitle}
      submitText={catalogTexts.apply(cells)}
      onSubmit={() => apply.mutate()}
      onClose={onClose}
      isSending={apply.isPending}
      isDisabled={preview.isFetching || willChange === 0}
      error={apply.error}
    >
      {preview.error && <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && !preview.error && <PreviewSkeleton />}
      {outcomes && (
        <Stack gap="sm">
          <Summary changes={changes} outcomes={outcomes} />
          <PreviewTable changes={changes} outcomes={outcomes} />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

function Summary({ changes, outcomes }: { changes: ChangeSet; outcomes: Outcome[] }) {
  const count = (status: string) => outcomes.filter(({ result }) => result.status === status).length
  const failed = count('FAILED')
  const unchanged = count('UNCHANGED')
  const leftOut = changes.rows.size - outcomes.length
  const hasWarning = failed + leftOut > 0
  return (
    <Alert
      role="status"
      variant="light"
      color={hasWarning ? 'amber' : 'blue'}
      icon={
        hasWarning ? <IconAlertTriangle size={18} aria-hidden /> : <IconInfoCircle size={18} aria-hidden />
      }
      title={catalogTexts.willUpdate(count('UPDATED'))}
    >
      <Text>{catalogTexts.applies}</Text>
      {unchanged + failed + leftOut > 0 && (
        <List mt={4} size="sm">
          {failed > 0 && <List.Item>{catalogTexts.willFail(failed)}</List.Item>}
          {leftOut > 0 && <List.Item>{catalogTexts.leftOut(leftOut)}</List.Item>}
          {unchanged > 0 && <List.Item>{catalogTexts.unchanged(unchanged)}</List.Item>}
        </List>
      )}
    </Alert>
  )
}

function PreviewSkeleton() {
  return (
    <Stack gap="sm" role="status" aria-label={catalogTexts.checking}>
      <Skeleton h={64} />
      {['1', '2', '3', '4'].map((key) => (
        <Group key={key} wrap="nowrap">
          <Skeleton h={14} flex={3} />
          <Skeleton h={14} flex={1} />
        </Group>
      ))}
    </Stack>
  )
}
