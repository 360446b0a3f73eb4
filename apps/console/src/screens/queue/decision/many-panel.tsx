import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import classes from './many.module.css'
import { countBy, type Omission } from './many.ts'
import { ManyReasons } from './many-reasons.tsx'
import type { Many } from './use-many.ts'

const texts = t.decision.many
const maxVendors = 6

type Props = { many: Many; onShowNext: () => void }

/** What will happen, as counts, and the buttons that do it. */
export function ManyPanel({ many, onShowNext }: Props) {
  return (
    <aside className={classes.panel}>
      <div className={classes.scroll}>
        <Text fz="sm" c="dimmed">
          {texts.intro}
        </Text>
        <Counts many={many} />
        <Omitted many={many} onShowNext={onShowNext} />
        {many.verdict === 'REJECT' && <ManyReasons many={many} />}
        {many.error !== undefined && <ErrorAlert error={many.error} />}
      </div>
      <Buttons many={many} />
    </aside>
  )
}

function Counts({ many }: { many: Many }) {
  const { decided } = many.plan
  const kinds = countBy(decided, ({ kind }) => kind)
  const vendors = countBy(decided, ({ vendor }) => vendor.name)
  const others = vendors.length - maxVendors
  return (
    <>
      <Stack gap={2}>
        <h3 className={classes.heading}>{texts.byKind}</h3>
        {kinds.map(([kind, count]) => (
          <Text key={kind}>{texts.kinds[kind as keyof typeof texts.kinds](count)}</Text>
        ))}
        {decided.length === 0 && <Text c="dimmed">{texts.nothing}</Text>}
        {kinds.some(([kind]) => kind === 'CHANGE') && kinds.length > 1 && (
          <Text fz="xs" c="dimmed">
            {texts.change}
          </Text>
        )}
      </Stack>
      {vendors.length > 0 && (
        <Stack gap={2}>
          <h3 className={classes.heading}>{texts.byVendor}</h3>
          {vendors.slice(0, maxVendors).map(([name, count]) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text truncate>
                <bdi>{name}</bdi>
              </Text>
              <Text>{formatNumber(count)}</Text>
            </Group>
          ))}
          {others > 0 && <Text c="dimmed">{texts.vendors(others)}</Text>}
        </Stack>
      )}
    </>
  )
}

function Omitted({ many, onShowNext }: Props) {
  const counts = Map.groupBy(many.plan.omitted.values(), (omission: Omission) => omission)
  const canTakeOver = many.takeOver || counts.has('claimed')
  if (counts.size === 0 && !canTakeOver) return null
  return (
    <Stack gap={4} role="status">
      <h3 className={classes.heading}>{texts.leftOut}</h3>
      {[...counts].map(([omission, { length }]) => (
        <Text key={omission}>{texts.omitted[omission](length)}</Text>
      ))}
      {counts.has('notShown') && (
        <Button size="xs" variant="default" onClick={onShowNext}>
          {texts.showNext}
        </Button>
      )}
      {canTakeOver && (
        <Checkbox
          label={texts.takeOver}
          checked={many.takeOver}
          onChange={(event) => many.setTakeOver(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}

function Buttons({ many }: { many: Many }) {
  const { plan, remaining, verdict, reasons } = many
  const isApproval = verdict === 'APPROVE'
  const areChanges = remaining.every(({ kind }) => kind === 'CHANGE')
  const needsReason = !isApproval && reasons.every(({ text }) => text.trim() === '')
  const verbs = areChanges
    ? { APPROVE: texts.accept, REJECT: texts.hide }
    : { APPROVE: texts.approve, REJECT: texts.reject }
  const notShown = [...plan.omitted.values()].filter((omission) => omission === 'notShown').length
  const label = verbs[verdict](plan.decided.length, remaining.length)
  return (
    <div className={classes.buttons}>
      {needsReason && (
        <Text fz="sm" fw={600} c="var(--mantine-color-error)">
          {texts.needsReason}
        </Text>
      )}
      <Button
        color={isApproval ? undefined : 'red'}
        loading={many.isSending}
        disabled={plan.decided.length === 0 || needsReason}
        onClick={many.send}
      >
        {notShown > 0 ? texts.andNotShown(label, notShown) : label}
      </Button>
      <Button
        variant="default"
        disabled={many.isSending}
        onClick={() => many.setVerdict(isApproval ? 'REJECT' : 'APPROVE')}
      >
        {isApproval ? texts.startRejecting(areChanges) : texts.back}
      </Button>
    </div>
  )
}
