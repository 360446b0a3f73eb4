import { Badge, Button, Code, Group, Skeleton, Text } from '@mantine/core'
import type { Webhook, WebhookFailedAttempt } from '@purveyor/client'
import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Ago } from '../../../ui/ago.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFailedAttempts } from '../use-webhooks.ts'
import classes from './webhook-page.module.css'

type Props = { webhook: Webhook; onReplay: (eventId: string) => void }

/** The attempts that failed, with the start of the answer. */
export function FailuresPanel({ webhook, onReplay }: Props) {
  const list = useFailedAttempts(webhook.id)
  return (
    <Section title={texts.failures} {...(list.items.length > 0 && { hint: texts.failuresHint })}>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={80} />}
      {list.isSuccess && list.items.length === 0 && <Text c="dimmed">{texts.noFailures}</Text>}
      <ul className={classes.list} aria-label={texts.failures}>
        {list.items.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} onReplay={onReplay} />
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

type AttemptProps = { attempt: WebhookFailedAttempt; onReplay: (eventId: string) => void }

function Attempt({ attempt, onReplay }: AttemptProps) {
  const { at, eventId, type, status, reason, durationMs, answer } = attempt
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className={classes.row}>
        <Badge color="red" variant="light" miw="max-content">
          {status ?? '–'}
        </Badge>
        <div className={classes.value}>
          <Text>{texts.reasons[reason]}</Text>
          <Text c="dimmed" fz="sm">
            <code>{type}</code> · <code>{eventId}</code>
          </Text>
          <Group gap="sm" mt={4}>
            {status !== null && (
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {texts.showAnswer}
              </Button>
            )}
            {type !== 'feed.gap' && (
              <Button size="compact-xs" variant="default" onClick={() => onReplay(eventId)}>
                {texts.replayOne}
              </Button>
            )}
          </Group>
        </div>
        <Text c="dimmed" fz="sm" className={classes.time}>
          <Ago time={at} /> · {texts.milliseconds(durationMs)}
        </Text>
      </div>
      {isOpen && (
        <Code block className={classes.answer} tabIndex={0} role="region" aria-label={texts.showAnswer}>
          {answer || texts.emptyAnswer}
        </Code>
      )}
    </li>
  )
}
