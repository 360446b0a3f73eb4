import { Alert, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { ProblemError, type Webhook, type WebhookReplay, type WebhookStatus } from '@purveyor/client'
import { useState } from 'react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'
import { type ReplayCount, useReplayCount } from './replay-count.ts'
import { localTime, type ReplayValues, replayOf } from './replay-values.ts'

const waitMs = 400
const dayMs = 86_400_000
/** The service stops counting the events that wait at this number. */
const maxLag = 10_000
/** The number of unknown ids that are named. */
const maxUnknown = 5

type Props = {
  webhook: Webhook
  status: WebhookStatus | undefined
  /** The id of an event to begin with. */
  eventId: string | undefined
  onClose: () => void
}

/** Delivers events again, after it has said how many. */
export function ReplayDialog({ webhook, status, eventId, onClose }: Props) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  const [values, setValues] = useState<ReplayValues>(() => ({
    by: eventId ? 'events' : 'time',
    time: localTime(new Date(Date.now() - dayMs)),
    cursor: '',
    ids: eventId ?? ''
  }))
  const replay = replayOf(values)
  const [counted] = useDebouncedValue(replay, waitMs)
  const isCurrent = JSON.stringify(counted) === JSON.stringify(replay)
  const count = useReplayCount(webhook, counted)
  const send = useMutation({
    mutationFn: (body: WebhookReplay) => calls.replay(webhook.id, body),
    async onSuccess() {
      onClose()
      notifications.show({ message: texts.replayed, color: 'green' })
      await refresh()
    }
  })
  const fieldError = send.error instanceof ProblemError ? unknownIds(send.error, replay) : undefined
  const change = (changed: Partial<ReplayValues>) => {
    setValues({ ...values, ...changed })
    send.reset()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size="lg"
      title={texts.replayTitle}
      submitText={texts.replaySubmit}
      onSubmit={() => replay && send.mutate(replay)}
      isSending={send.isPending}
      isDisabled={!replay || !isCurrent || count.isLoading}
      error={fieldError === undefined ? send.error : undefined}
    >
      <SegmentedControl
        aria-label={texts.replayBy}
        value={values.by}
        onChange={(by) => change({ by: by as ReplayValues['by'] })}
        data={Object.entries(texts.replayChoices).map(([value, label]) => ({ value, label }))}
        fullWidth
      />
      <Start values={values} onChange={change} error={fieldError} />
      {count.error && isCurrent && <ErrorAlert error={count.error} />}
      {replay && !count.error && (
        <Text role="status" fw={600}>
          {isCurrent && count.data !== undefined ? countText(count.data) : texts.replayCounting}
        </Text>
      )}
      {isCurrent && values.by !== 'events' && count.data && status && (
        <Skips count={count.data} status={status} />
      )}
      <Text c="dimmed" fz="sm">
        {texts.replayNote}
      </Text>
    </ConfirmDialog>
  )
}

function countText(count: ReplayCount | null): string {
  if (!count) return texts.replayUncounted
  return count.count === 0 && !count.isMore
    ? texts.replayNothing
    : texts.replayCount(count.count, count.isMore)
}

/** Warns if delivery would continue after events that were not delivered yet. */
function Skips({
  count: { count, isMore },
  status: { lagEvents }
}: {
  count: ReplayCount
  status: WebhookStatus
}) {
  if (isMore || lagEvents >= maxLag || count >= lagEvents) return null
  return (
    <Alert role="alert" color="amber">
      {texts.replaySkips(lagEvents - count)}
    </Alert>
  )
}

/** Returns the text for the field of ids, if the service doesn't know some of them. */
function unknownIds({ faults }: ProblemError, replay: WebhookReplay | undefined): string | undefined {
  const ids = faults.flatMap(({ pointer = '' }) => {
    const [, index] = /^\/eventIds\/(\d+)$/.exec(pointer) ?? []
    return index === undefined ? [] : [replay?.eventIds?.[Number(index)] ?? '']
  })
  return ids.length > 0 ? texts.unknownIds(ids.slice(0, maxUnknown).join(', ')) : undefined
}

type StartProps = {
  values: ReplayValues
  onChange: (changed: Partial<ReplayValues>) => void
  error: string | undefined
}

function Start({ values: { by, time, cursor, ids }, onChange, error }: StartProps) {
  if (by === 'time')
    return (
      <TextInput
        type="datetime-local"
        label={texts.replayTime}
        value={time}
        max={localTime(new Date())}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
        maw={260}
      />
    )
  if (by === 'cursor')
    return (
      <TextInput
        label={texts.replayCursor}
        description={texts.replayCursorHint}
        value={cursor}
        onChange={(event) => onChange({ cursor: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
    )
  return (
    <Textarea
      label={texts.replayIds}
      description={texts.replayIdsHint}
      value={ids}
      error={error}
      onChange={(event) => onChange({ ids: event.currentTarget.value })}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
    />
  )
}
