import { Anchor, Text, ThemeIcon } from '@mantine/core'
import type { Event } from '@purveyor/client'
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCheck,
  IconFileImport,
  IconKey,
  IconPackage,
  IconReceipt,
  IconShoppingCart,
  IconTruck,
  IconTruckDelivery,
  IconUsers,
  IconWebhook,
  IconX
} from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import classes from './activity.module.css'
import { addressOf, notesOf, type SubjectNames, sentenceOf } from './event-texts.ts'

const icons: Record<string, typeof IconCheck> = {
  product: IconPackage,
  import_job: IconFileImport,
  order: IconShoppingCart,
  shipment: IconTruckDelivery,
  statement: IconReceipt,
  statement_line: IconReceipt,
  shipping_method: IconTruck,
  vendor: IconBuildingStore,
  member: IconUsers,
  api_token: IconKey,
  webhook: IconWebhook
}

type Props = { event: Event; names: SubjectNames }

/** One event: who did what, with what is known about it. */
export const EventRow = memo(function EventRow({ event, names }: Props) {
  const { Icon, color } = lookOf(event)
  const notes = notesOf(event, t)
  return (
    <li className={classes.row}>
      <ThemeIcon variant="light" color={color} size={30} radius="xl" aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <div className={classes.text}>
        <Text>
          <Sentence event={event} names={names} />
        </Text>
        {notes.length > 0 && (
          <Text c="dimmed" fz="sm" className={classes.notes}>
            {notes.join(' · ')}
          </Text>
        )}
      </div>
      <Text
        component="time"
        dateTime={event.occurredAt}
        title={formatDateTime(event.occurredAt)}
        c="dimmed"
        fz="sm"
        className={classes.time}
      >
        {formatTime(event.occurredAt)}
      </Text>
    </li>
  )
})

function Sentence({ event, names }: Props) {
  const { canManage } = useSignedIn()
  // Others than managers can't open webhooks.
  const address = event.subject.type === 'webhook' && !canManage ? undefined : addressOf(event)
  return sentenceOf(event, t, names).map(({ kind, text }) => {
    if (kind === 'subject' && address)
      return (
        <Anchor key={kind} component={Link} href={address} inherit underline="always">
          {text}
        </Anchor>
      )
    return kind === 'text' ? text : <b key={kind}>{text}</b>
  })
}

function lookOf({ type, subject }: Event) {
  if (/approved|accepted|delivered|published|paid$/.test(type)) return { Icon: IconCheck, color: 'green' }
  if (/rejected|failed|hidden|cancelled/.test(type)) return { Icon: IconX, color: 'red' }
  if (type === 'order.late') return { Icon: IconAlertTriangle, color: 'red' }
  return { Icon: icons[subject.type] ?? IconPackage, color: 'gray' }
}
