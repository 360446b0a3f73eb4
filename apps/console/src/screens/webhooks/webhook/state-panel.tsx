import { Paper, Text, ThemeIcon } from '@mantine/core'
import type { Webhook, WebhookStatus } from '@purveyor/client'
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause, IconPlayerStop } from '@tabler/icons-react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Ago } from '../../../ui/ago.tsx'
import { formatDuration, formatNumber } from '../../../ui/format.ts'
import { describeState } from '../webhook-texts.ts'
import classes from './webhook-page.module.css'

type Props = { webhook: Webhook; status: WebhookStatus | undefined }

/** Says how the deliveries of a webhook proceed: in words, and in figures. */
export function StatePanel({ webhook, status }: Props) {
  const { Icon, color } = lookOf(webhook, status)
  const [first = '', ...others] = describeState(webhook, status)
  return (
    <Paper
      withBorder
      component="section"
      aria-label={texts.state}
      className={classes.state}
      data-state={webhook.stoppedBy ? undefined : webhook.state}
    >
      <div className={classes.sentence}>
        <ThemeIcon variant="light" color={color} size={34} radius="xl" aria-hidden>
          <Icon size={18} />
        </ThemeIcon>
        <div className={classes.value}>
          <Text fw={600} fz="lg" mih="1.55em">
            {first}
          </Text>
          {others.map((text) => (
            <Text key={text}>{text}</Text>
          ))}
        </div>
      </div>
      <Figures status={status} />
    </Paper>
  )
}

function lookOf({ state, stoppedBy }: Webhook, status: WebhookStatus | undefined) {
  if (stoppedBy === 'OWNER') return { Icon: IconPlayerPause, color: 'gray' }
  if (stoppedBy) return { Icon: IconPlayerStop, color: 'red' }
  if (state === 'FAILING') return { Icon: IconAlertTriangle, color: 'red' }
  return status && (status.lagEvents > 0 || status.setAsideCount > 0)
    ? { Icon: IconClock, color: 'amber' }
    : { Icon: IconCheck, color: 'green' }
}

function Figures({ status }: { status: WebhookStatus | undefined }) {
  const figures = [
    [texts.figures.waiting, status && texts.waitingCount(status.lagEvents)],
    [texts.figures.lag, status && (status.lagEvents === 0 ? '–' : formatDuration(status.lagSeconds))],
    [texts.figures.setAside, status && formatNumber(status.setAsideCount)],
    [
      texts.figures.lastSuccess,
      status && (status.lastSuccessAt ? <Ago key="time" time={status.lastSuccessAt} /> : texts.never)
    ]
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" c="dimmed" fz="sm">
            {label}
          </Text>
          <dd>{value ?? ' '}</dd>
        </div>
      ))}
    </dl>
  )
}
