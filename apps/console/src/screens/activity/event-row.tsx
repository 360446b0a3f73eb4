import { ActionIcon, Anchor, Text, ThemeIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCheck,
  IconFileImport,
  IconFilter,
  IconGavel,
  IconKey,
  IconListDetails,
  IconMessage2,
  IconPackage,
  IconReceipt,
  IconSettings,
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
import { activityTexts } from '../../texts/activity.ts'
import { t } from '../../texts/texts.ts'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import classes from './activity.module.css'
import { changesOf } from './change-values.ts'
import type { EventFilter, ListedEvent } from './event-list.tsx'
import { addressOf, nameOfField, notesOf, type SubjectNames, sentenceOf } from './event-texts.ts'

const wording = { ...t, ...activityTexts }

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
  webhook: IconWebhook,
  settings: IconSettings,
  approval_rule: IconGavel,
  reason_template: IconMessage2,
  category: IconListDetails,
  attribute: IconListDetails
}

/** Subjects whose screens only managers can open. */
const managed = new Set(['webhook', 'member', 'api_token'])

type Props = {
  event: ListedEvent
  names: SubjectNames
  /** The name of the vendor, if it is shown. */
  vendor?: string | undefined
  onFilter?: ((filter: EventFilter) => void) | undefined
}

/** One event: who did what, with what is known about it. */
export const EventRow = memo(function EventRow({ event, names, vendor, onFilter }: Props) {
  const { Icon, color } = lookOf(event)
  const notes = [...notesOf(event, wording), ...(vendor ? [vendor] : [])]
  return (
    <li className={classes.row}>
      <ThemeIcon variant="light" color={color} size={30} radius="xl" aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <div className={classes.text}>
        <Text>
          <Sentence event={event} names={names} onFilter={onFilter} />
        </Text>
        <Changes event={event} />
        {notes.length > 0 && (
          <Text c="dimmed" fz="sm" className={classes.notes}>
            {notes.join(' · ')}
          </Text>
        )}
      </div>
      {onFilter && event.subject.id && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={activityTexts.audit.onlySubject}
          title={activityTexts.audit.onlySubject}
          onClick={() => onFilter({ subjectId: event.subject.id ?? '' })}
          className={classes.only}
        >
          <IconFilter size={15} aria-hidden />
        </ActionIcon>
      )}
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

/** The fields that were changed, with the values before and after. */
function Changes({ event }: { event: ListedEvent }) {
  const changes = changesOf(event, activityTexts.audit)
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{nameOfField(field, wording)}</dt>
          <dd>
            <VisuallyHidden>{activityTexts.audit.before}: </VisuallyHidden>
            <del>{from}</del>
            <span aria-hidden> → </span>
            <VisuallyHidden>{activityTexts.audit.after}: </VisuallyHidden>
            <ins>{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sentence({ event, names, onFilter }: Omit<Props, 'vendor'>) {
  const { canManage, side } = useSignedIn()
  const isHidden = managed.has(event.subject.type) && !canManage
  const address = isHidden ? undefined : addressOf(event, side)
  const { id: actorId, name: actorName } = event.actor
  return sentenceOf(event, wording, names).map(({ kind, text }) => {
    if (kind === 'subject' && address)
      return (
        <Anchor key={kind} component={Link} href={address} inherit underline="always">
          {text}
        </Anchor>
      )
    if (kind === 'actor' && onFilter && actorId && actorName && !event.details.ruleName)
      return (
        <UnstyledButton
          key={kind}
          className={classes.actor}
          title={activityTexts.audit.onlyActor(actorName)}
          onClick={() => onFilter({ actorId })}
        >
          {text}
        </UnstyledButton>
      )
    return kind === 'text' ? text : <b key={kind}>{text}</b>
  })
}

function lookOf({ type, subject }: ListedEvent) {
  if (/approved|accepted|delivered|published|paid$/.test(type)) return { Icon: IconCheck, color: 'green' }
  if (/rejected|failed|hidden|cancelled/.test(type)) return { Icon: IconX, color: 'red' }
  if (type === 'order.late') return { Icon: IconAlertTriangle, color: 'red' }
  return { Icon: icons[subject.type] ?? IconPackage, color: 'gray' }
}
