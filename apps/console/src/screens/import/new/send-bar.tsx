import { Badge, Button, Group, Loader, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import classes from '../bar.module.css'
import type { CheckResult } from '../data/file-types.ts'
import { ExpiredAlert } from '../expired-alert.tsx'
import { type Draft, hasGroups, type ImportDraft } from './import-draft.ts'
import { ShowProblems } from './show-problems.tsx'
import type { CheckState } from './use-check.ts'
import type { SendingState } from './use-sending.ts'

type Props = {
  draft: ImportDraft
  check: CheckState
  sending: SendingState<ImportDraft>
  onSend: (result: CheckResult, isDryRun: boolean) => void
}

/** Sends the rows, for a dry run or for good. */
export function SendBar({ draft, check, sending, onSend }: Props) {
  return (
    <BarFrame
      draft={draft}
      sending={sending}
      isGrouped={hasGroups(draft)}
      error={
        sending.error !== undefined && (
          <ErrorAlert error={sending.error} onRetry={draft.sending ? sending.retry : undefined} />
        )
      }
    >
      <Buttons {...{ draft, check, onSend }} />
    </BarFrame>
  )
}

type FrameProps = {
  draft: Draft
  sending: Pick<SendingState<never>, 'job' | 'isExpired' | 'isSending' | 'forget'>
  /** True if several rows can be one product. */
  isGrouped: boolean
  error: ReactNode
  /** The buttons, while nothing is being sent. */
  children: ReactNode
}

/** The bar at the bottom of the window, which says what is being sent. It stays in view. */
export function BarFrame({ draft, sending, isGrouped, error, children }: FrameProps) {
  return (
    <div className={classes.bar}>
      <Stack gap="xs">
        {error}
        {sending.isExpired && <ExpiredAlert onForget={sending.forget} />}
        {sending.isSending ? <SendingNow {...{ draft, sending, isGrouped }} /> : children}
      </Stack>
    </div>
  )
}

function SendingNow({
  draft,
  sending: { job },
  isGrouped
}: Pick<FrameProps, 'draft' | 'sending' | 'isGrouped'>) {
  const texts = importsTexts.send
  const done = job?.items_processed ?? 0
  const total = job?.items_total ?? 0
  const running = isGrouped ? texts.runningProducts(done, total) : texts.running(done, total)
  const dryRunText = job && job.status !== 'QUEUED' ? running : texts.waiting
  return (
    <div role="status">
      <Group gap="sm">
        <Loader size="xs" aria-hidden />
        <Text>{draft.sending?.jobId ? dryRunText : texts.sending}</Text>
        <Text c="dimmed" fz="sm">
          {texts.sendingHint}
        </Text>
      </Group>
      {job && total > 0 && <Progress value={(100 * done) / total} mt={6} aria-label={dryRunText} />}
    </div>
  )
}

function Buttons({ draft, check, onSend }: Pick<Props, 'draft' | 'check' | 'onSend'>) {
  const { result, isChecking, rows } = check
  const [isConfirming, setConfirming] = useState(false)
  const texts = importsTexts.send
  const sendable = result?.numbers.length ?? 0
  const products = result?.sendable ?? 0
  const isGrouped = hasGroups(draft)
  const left = result?.unsendable ?? 0
  const { outcome } = draft
  const failed = outcome?.isDryRun && !outcome.isOutdated ? outcome.failed : 0
  const importText = isGrouped ? texts.importProducts(products) : texts.import(sendable)
  const buttonText = draft.mode === 'update' ? texts.update(sendable) : importText
  const isReady = result !== undefined && !isChecking && sendable > 0 && draft.sending === undefined
  const send = (isDryRun: boolean) => {
    setConfirming(false)
    if (result) onSend(result, isDryRun)
  }
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" role="status">
        {isChecking && <Text c="dimmed">{importsTexts.preview.checking(rows)}</Text>}
        {!isChecking && result && (
          <Badge color="green">
            {isGrouped ? texts.readyProducts(sendable, products) : texts.ready(sendable)}
          </Badge>
        )}
        {!isChecking && left > 0 && <Badge color="red">{texts.leftOut(left)}</Badge>}
        {!isChecking && failed > 0 && (
          <Badge color="red">{isGrouped ? texts.productsFail(failed) : texts.willFail(failed)}</Badge>
        )}
        {!isChecking && left + failed > 0 && <ShowProblems />}
      </Group>
      <Group gap="xs">
        <Tooltip label={texts.dryRunHint}>
          <Button variant="default" disabled={!isReady} onClick={() => send(true)}>
            {texts.dryRun}
          </Button>
        </Tooltip>
        <Button disabled={!isReady} onClick={() => (left > 0 ? setConfirming(true) : send(false))}>
          {buttonText}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.confirmTitle(left)}
        submitText={texts.confirmSubmit}
        onSubmit={() => send(false)}
        isSending={false}
      >
        <Text>{isGrouped ? texts.confirmGroups(left, products) : texts.confirm(left, sendable)}</Text>
      </ConfirmDialog>
    </Group>
  )
}
