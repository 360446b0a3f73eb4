import { Button, Group, Kbd, Loader, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { modKey } from '../../../ui/mod-key.ts'
import { entryKey } from '../entry.ts'
import classes from './decision.module.css'
import { fieldsOf } from './draft.ts'
import { onFirstClick } from './first-click.ts'
import { fieldNames } from './labels.ts'
import { type Effect, effectOf, type Gap, gapOf, sentReasons } from './request.ts'
import type { Review } from './use-review.tsx'

/** Says what will happen, and the buttons that do it. */
export function DecisionButtons({ review }: { review: Review }) {
  const key = entryKey(review.entry)
  if (review.isSending) return <Sending key={key} />
  if (!review.mayDecide) return null
  const effect = effectOf(review.entry, review.prepared)
  const isPrepared = effect.approved.length + effect.rejected.length > 0
  return (
    <footer className={classes.footer}>
      {isPrepared ? <Prepared key={key} review={review} effect={effect} /> : <Whole review={review} />}
    </footer>
  )
}

function Sending() {
  return (
    <footer className={classes.footer} aria-live="polite">
      <Group gap="xs">
        <Loader size="xs" />
        <Text fw={600}>{t.decision.sendingTitle}</Text>
      </Group>
      <Text fz="sm" c="dimmed">
        {t.decision.sendingText}
      </Text>
    </footer>
  )
}

/** Nothing is prepared: the whole entry can be approved, or a rejection begun. */
function Whole({ review }: { review: Review }) {
  const { entry, mayApprove } = review
  const count = fieldsOf(entry).length
  const isChange = entry.kind === 'CHANGE'
  const effect = {
    PRODUCT: t.decision.willApprove,
    REVISION: t.decision.willApproveRevision(count),
    CHANGE: t.decision.willAccept
  }[entry.kind]
  const approve = entry.kind === 'REVISION' ? t.decision.approveAllFields(count) : t.decision.approveAll
  return (
    <>
      {mayApprove && (
        <Text fz="sm" c="dimmed">
          {effect}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap" grow preventGrowOverflow={false}>
        <Button
          px="sm"
          leftSection={<IconCheck size={17} aria-hidden />}
          rightSection={<Key name="A" />}
          disabled={!mayApprove}
          onClick={onFirstClick(review.approveAll)}
          aria-keyshortcuts="A"
        >
          {isChange ? t.decision.accept : approve}
        </Button>
        <Button
          variant="default"
          px="sm"
          leftSection={<IconX size={17} aria-hidden />}
          rightSection={<Key name="R" />}
          onClick={review.startRejecting}
          aria-keyshortcuts="R"
        >
          {isChange ? t.decision.hide : t.decision.rejectAll}…
        </Button>
      </Group>
    </>
  )
}

/** One button with exactly the effect that the summary states. */
function Prepared({ review, effect }: { review: Review; effect: Effect }) {
  const { entry, state, prepared } = review
  const gap = gapOf(entry, prepared)
  const rejects = effect.rejected.length > 0
  return (
    <>
      <Summary review={review} effect={effect} />
      {gap && (
        <Text fz="sm" fw={600} c={isFault(gap) ? 'var(--mantine-color-error)' : undefined} role="status">
          {gapText(gap)}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap">
        <Button
          flex={1}
          px="xs"
          color={rejects ? 'red' : undefined}
          disabled={gap !== undefined}
          onClick={onFirstClick(review.send)}
          aria-keyshortcuts="Control+Enter"
          rightSection={<Key name={`${modKey} ↵`} />}
        >
          {sendLabel(review, effect)}
        </Button>
        <Button variant="default" flex="none" onClick={state.clear}>
          {t.decision.cancel}
        </Button>
      </Group>
    </>
  )
}

function Key({ name }: { name: string }) {
  return (
    <Kbd size="xs" className={classes.key} aria-hidden>
      {name}
    </Kbd>
  )
}

function Summary({
  review: { entry },
  effect: { approved, rejected, open }
}: {
  review: Review
  effect: Effect
}) {
  if (entry.kind !== 'REVISION')
    return <Text fz="sm">{entry.kind === 'PRODUCT' ? t.decision.willReject : t.decision.willHide}</Text>
  const { summary } = t.decision
  const parts = [
    approved.length > 0 && summary.published(fieldNames(approved)),
    rejected.length > 0 && summary.rejected(fieldNames(rejected)),
    open.length > 0 && summary.open(fieldNames(open), open.length)
  ].filter((part) => part !== false)
  return <Text fz="sm">{parts.join('; ')}.</Text>
}

/** A missing reason is the next step, not a mistake. */
function isFault({ type }: Gap): boolean {
  return type !== 'noReason'
}

function gapText(gap: Gap): string | undefined {
  const texts = t.decision.gap
  if (gap.type === 'noReason')
    return gap.fields.length > 0 ? texts.noReasonFor(fieldNames(gap.fields)) : texts.noReason
  if (gap.type === 'tooLong') return texts.tooLong(gap.by)
  return gap.type === 'nothing' ? undefined : texts[gap.type]
}

function sendLabel({ entry, prepared }: Review, { approved, rejected }: Effect): string {
  if (entry.kind === 'PRODUCT') return t.decision.rejectWith(prepared.reasons.length)
  if (entry.kind === 'CHANGE') return t.decision.hideWith(prepared.reasons.length)
  if (rejected.length === 0) return t.decision.approveFields(approved.length)
  if (approved.length === 0 && rejected.length === fieldsOf(entry).length)
    return t.decision.rejectWith(sentReasons(entry, prepared).length)
  if (approved.length === 0) return t.decision.rejectFields(rejected.length)
  return t.decision.approveAndReject(approved.length, rejected.length)
}
