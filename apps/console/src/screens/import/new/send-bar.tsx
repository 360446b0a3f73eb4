import { Badge, Button, Group, Loader, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ExpiredAlert } from '../expired-alert.tsx'
import { hasGroups, type ImportDraft } from './import-draft.ts'
import classes from './new-import.module.css'
import { ShowProblems } from './show-problems.tsx'
import type { CheckState } from './use-check.ts'
import type { SendingState } from './use-sending.ts'

type Props = { draft: ImportDraft; check: CheckState; sending: SendingState }

/** Sends the rows, for a dry run or for good. It stays in view at the bottom of the window. */
export function SendBar({ draft, check, sending }: Props) {
  return (
    <div className={classes.bar}>
      <Stack gap="xs">
        {sending.error !== undefined && (
          <ErrorAlert error={sending.error} onRetry={draft.sending ? sending.retry : undefined} />
        )}
        {sending.isExpired && <ExpiredAlert onForget={sending.forget} />}
        {sending.isSending ? (
          <SendingNow draft={draft} sending={sending} />
        ) : (
          <Buttons {...{ draft, check, sending }} />
        )}
      </Stack>
    </div>
  )
}

function SendingNow({ draft, sending: { job } }: Pick<Props, 'draft' | 'sending'>) {
  const texts = t.imports.send
  const done = job?.items_processed ?? 0
  const total = job?.items_total ?? 0
  const running = hasGroups(draft) ? texts.runningProducts(done, total) : texts.running(done, total)
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

function Buttons({ draft, check, sending }: Props) {
  const { result, isChecking, rows } = check
  const [isConfirming, setConfirming] = useState(false)
  const texts = t.imports.send
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
    if (result) void sending.start(result, isDryRun)
  }
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" role="status">
        {isChecking && <Text c="dimmed">{t.imports.preview.checking(rows)}</Text>}
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
