import { Alert, Button, Group, Modal, Progress, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import type { ApprovalRuleApplicationPreview, ApprovalRulePreviewApplication } from '@purveyor/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { rulesTexts } from '../../texts/rules.ts'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber } from '../../ui/format.ts'
import { OutcomeBar } from './outcome-bar.tsx'
import { PlannedEntries } from './planned-entries.tsx'
import { type PlannedDecision, useApplicationPreview, useApply } from './use-apply.ts'

type Props = { opened: boolean; onClose: () => void; hasActive: boolean }

/** Shows what the rules would decide on what waits, applies them after that, and shows the result. */
export function ApplyDialog({ opened, onClose, hasActive }: Props) {
  const apply = useApply()
  const isRunning = apply.isPending
  function close() {
    if (isRunning) return
    apply.reset()
    onClose()
  }
  const title = apply.data
    ? rulesTexts.apply.done
    : isRunning
      ? rulesTexts.apply.running
      : rulesTexts.apply.title
  return (
    <Modal opened={opened} onClose={close} title={title} withCloseButton={!isRunning} size="xl">
      {apply.data ? (
        <Result result={apply.data} onClose={close} />
      ) : (
        <Ask apply={apply} hasActive={hasActive} onClose={close} />
      )}
    </Modal>
  )
}

type AskProps = { apply: ReturnType<typeof useApply>; hasActive: boolean; onClose: () => void }

function Ask({ apply, hasActive, onClose }: AskProps) {
  const preview = useApplicationPreview(hasActive)
  const texts = rulesTexts.apply
  const { data } = preview
  const isRunning = apply.isPending
  const decides = data !== undefined && data.approved + data.rejected + data.samples > 0
  return (
    <Stack>
      {!hasActive && <Text>{texts.noneActive}</Text>}
      {hasActive && !data && !preview.error && <Loading />}
      {data && <Planned preview={data} />}
      {isRunning && <Progress value={100} animated aria-label={texts.running} />}
      {data && !isRunning && <Text c="dimmed">{texts.effect}</Text>}
      {apply.isStopped && <Alert color="amber">{texts.stopped}</Alert>}
      {preview.error && <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />}
      {apply.error && <ErrorAlert error={apply.error} />}
      <Group justify="flex-end" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={apply.stop}>
            {texts.stop}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button onClick={() => data && apply.mutate(data.id)} disabled={!decides}>
              {data && decides ? texts.submit(data.approved, data.rejected) : texts.submitNothing}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}

function Planned({ preview }: { preview: ApprovalRuleApplicationPreview }) {
  const texts = rulesTexts.apply
  const counts: Record<PlannedDecision, number> = {
    APPROVE: preview.approved,
    REJECT: preview.rejected,
    QUEUE: preview.queued
  }
  const decisions = Object.keys(counts) as PlannedDecision[]
  const [shown, setShown] = useState<PlannedDecision>(decisions.find((one) => counts[one] > 0) ?? 'APPROVE')
  return (
    <>
      <OutcomeBar shares={sharesOf(preview, texts.planned)} />
      {!preview.isComplete && <Alert color="amber">{texts.incomplete(preview.evaluated)}</Alert>}
      <Tabs value={shown} onChange={(value) => setShown(value as PlannedDecision)} keepMounted={false}>
        <Tabs.List aria-label={texts.lists}>
          {decisions.map((decision) => (
            <Tabs.Tab key={decision} value={decision}>
              {texts.tabs[decision]} {formatNumber(counts[decision])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {decisions.map((decision) => (
          <Tabs.Panel key={decision} value={decision} pt="sm">
            <PlannedEntries previewId={preview.id} decision={decision} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

type Counts = Pick<ApprovalRulePreviewApplication, 'approved' | 'rejected' | 'queued' | 'samples'>

function sharesOf(
  { approved, rejected, queued, samples }: Counts,
  labels: Record<'approved' | 'rejected' | 'queued', string>
) {
  const detail = samples > 0 ? rulesTexts.preview.ofWhichSamples(samples) : undefined
  return [
    { kind: 'approved' as const, label: labels.approved, count: approved },
    { kind: 'rejected' as const, label: labels.rejected, count: rejected },
    { kind: 'queued' as const, label: labels.queued, count: queued, detail }
  ]
}

function Result({ result, onClose }: { result: ApprovalRulePreviewApplication; onClose: () => void }) {
  const texts = rulesTexts.apply
  const { approved, rejected } = rulesTexts.preview
  return (
    <Stack>
      <OutcomeBar shares={sharesOf(result, { approved, rejected, queued: texts.left })} />
      {result.changed > 0 && <Text>{texts.changed(result.changed)}</Text>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" component={Link} href="/queue">
          {texts.queue}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t.actions.close}
        </Button>
      </Group>
    </Stack>
  )
}

function Loading() {
  return (
    <div role="status">
      <Text c="dimmed" mb="sm">
        {rulesTexts.apply.evaluating}
      </Text>
      <Stack aria-hidden>
        <Skeleton height={44} />
        <Skeleton height={36} />
        <Skeleton height={220} />
      </Stack>
    </div>
  )
}
