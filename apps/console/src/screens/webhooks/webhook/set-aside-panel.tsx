import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import type { Webhook, WebhookSetAsideEvent } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Ago } from '../../../ui/ago.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Section } from '../../../ui/section.tsx'
import { useSetAsideEvents } from '../use-webhooks.ts'
import { formatMoment } from '../webhook-texts.ts'
import classes from './webhook-page.module.css'

/** The events that the receiver has refused, and those that wait behind them. */
export function SetAsidePanel({ webhook, count }: { webhook: Webhook; count: number }) {
  const list = useSetAsideEvents(webhook.id)
  return (
    <Section title={`${texts.setAside} (${texts.waitingCount(count)})`} hint={texts.setAsideHint}>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={80} />}
      <ul className={classes.list} aria-label={texts.setAside}>
        {list.items.map((event) => (
          <SetAside key={event.id} event={event} />
        ))}
      </ul>
      {list.hasMore && (
        <Group justify="center" pt="sm">
          <Button
            variant="default"
            size="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t.lists.more}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function SetAside({ event }: { event: WebhookSetAsideEvent }) {
  const { eventId, type, reason, attempts, lastStatus, setAsideAt, nextAttemptAt } = event
  const notes = [
    ...(attempts > 0 ? [texts.tries(attempts)] : []),
    ...(nextAttemptAt ? [texts.nextAttempt(formatMoment(nextAttemptAt))] : [])
  ]
  return (
    <li className={classes.row}>
      <Badge color={reason === 'REFUSED' ? 'red' : 'gray'} miw="max-content">
        {lastStatus ?? '–'}
      </Badge>
      <div className={classes.value}>
        <Text>
          {texts.setAsideReasons[reason]}
          {notes.length > 0 && `: ${notes.join(', ')}`}
        </Text>
        <Text c="dimmed" fz="sm">
          <code>{type}</code> · <code>{eventId}</code>
        </Text>
      </div>
      <Text c="dimmed" fz="sm" className={classes.time}>
        <Ago time={setAsideAt} />
      </Text>
    </li>
  )
}
