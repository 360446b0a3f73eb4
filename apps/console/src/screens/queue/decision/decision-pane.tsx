import { ActionIcon, Alert, Button, Group, Kbd, Loader, Text } from '@mantine/core'
import {
  IconArrowLeft,
  IconInfoCircle,
  IconLock,
  IconPencil,
  IconX,
  type TablerIcon
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { decisionTexts } from '../../../texts/decision.ts'
import { detailOf, ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { modKey } from '../../../ui/mod-key.ts'
import { entryKey } from '../entry.ts'
import { AttributeObstacle } from './attribute-issues.ts'
import classes from './decision.module.css'
import { fieldsOf } from './draft.ts'
import { onFirstClick } from './first-click.ts'
import { fieldNames } from './labels.ts'
import { hasAttributeIssues, isClaimed, isStale } from './outbox.ts'
import { ReasonsPanel } from './reasons.tsx'
import { type Effect, effectOf, type Gap, gapOf, sentReasons } from './request.ts'
import { FieldVerdict, type Review } from './use-review.tsx'

/** The entry or the decision, in windows that are too narrow for both. */
export type Steps = { step: 'entry' | 'decision'; goTo(step: 'entry' | 'decision'): void }

type Props = {
  review: Review
  /** The steps in a narrow window: the reasons are the second one. */
  steps: Steps | undefined
  /** What the reviewer should know about the vendor. */
  facts: ReactNode
}

/** The right pane of the review: what happens to each field, the reasons of a rejection, and the buttons that decide. */
export function DecisionPane({ review, steps, facts }: Props) {
  const key = entryKey(review.entry)
  const isShown = steps?.step !== 'entry'
  return (
    <section className={classes.pane} aria-label={decisionTexts.label}>
      {isShown && (
        <div className={classes.content} data-scrolls>
          {steps && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              className={classes.back}
              onClick={() => steps.goTo('entry')}
            >
              {decisionTexts.backToEntry}
            </Button>
          )}
          {facts}
          {review.entry.kind === 'REVISION' && !review.isReading && <VerdictList review={review} />}
          <ReasonsPanel review={review} />
        </div>
      )}
      <Notices key={key} review={review} />
      <DecisionButtons review={review} onContinue={isShown ? undefined : () => steps?.goTo('decision')} />
    </section>
  )
}

/** Says what will happen, and the buttons that do it. */
function DecisionButtons({ review, onContinue }: { review: Review; onContinue: (() => void) | undefined }) {
  const key = entryKey(review.entry)
  if (review.isSending) return <Sending key={key} />
  if (!review.mayDecide) return null
  const effect = effectOf(review.entry, review.prepared)
  const isPrepared = effect.approved.length + effect.rejected.length > 0
  return (
    <footer className={classes.footer}>
      {isPrepared ? (
        <Prepared key={key} review={review} effect={effect} onContinue={onContinue} />
      ) : (
        <Whole review={review} />
      )}
    </footer>
  )
}

function Sending() {
  return (
    <footer className={classes.footer} aria-live="polite">
      <Group gap="xs">
        <Loader size="xs" />
        <Text fw={600}>{decisionTexts.sendingTitle}</Text>
      </Group>
      <Text fz="sm" c="dimmed">
        {decisionTexts.sendingText}
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
    PRODUCT: decisionTexts.willApprove,
    REVISION: decisionTexts.willApproveRevision(count),
    CHANGE: decisionTexts.willAccept
  }[entry.kind]
  const approve = entry.kind === 'REVISION' ? decisionTexts.approveAllFields(count) : decisionTexts.approveAll
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
          rightSection={<Key name="A" />}
          disabled={!mayApprove}
          onClick={onFirstClick(review.approveAll)}
          aria-keyshortcuts="A"
        >
          {isChange ? decisionTexts.accept : approve}
        </Button>
        <Button
          variant="default"
          px="sm"
          rightSection={<Key name="R" />}
          onClick={review.startRejecting}
          aria-keyshortcuts="R"
        >
          {isChange ? decisionTexts.hide : decisionTexts.rejectAll}…
        </Button>
      </Group>
    </>
  )
}

type PreparedProps = { review: Review; effect: Effect; onContinue: (() => void) | undefined }

/** One button with exactly the effect that the summary states. In the first of two steps, reasons are still to be given. */
function Prepared({ review, effect, onContinue }: PreparedProps) {
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
        {onContinue && rejects ? (
          <Button flex={1} onClick={onContinue}>
            {decisionTexts.toReasons}
          </Button>
        ) : (
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
        )}
        <ActionIcon variant="default" size="input-sm" aria-label={decisionTexts.cancel} onClick={state.clear}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
    </>
  )
}

/** A key, in the button that it presses. */
export function Key({ name }: { name: string }) {
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
    return <Text fz="sm">{entry.kind === 'PRODUCT' ? decisionTexts.willReject : decisionTexts.willHide}</Text>
  const { summary } = decisionTexts
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
  const texts = decisionTexts.gap
  if (gap.type === 'noReason')
    return gap.fields.length > 0 ? texts.noReasonFor(fieldNames(gap.fields)) : texts.noReason
  if (gap.type === 'tooLong') return texts.tooLong(gap.by)
  return gap.type === 'nothing' ? undefined : texts[gap.type]
}

function sendLabel({ entry, prepared }: Review, { approved, rejected }: Effect): string {
  if (entry.kind === 'PRODUCT') return decisionTexts.rejectWith(prepared.reasons.length)
  if (entry.kind === 'CHANGE') return decisionTexts.hideWith(prepared.reasons.length)
  if (rejected.length === 0) return decisionTexts.approveFields(approved.length)
  if (approved.length === 0 && rejected.length === fieldsOf(entry).length)
    return decisionTexts.rejectWith(sentReasons(entry, prepared).length)
  if (approved.length === 0) return decisionTexts.rejectFields(rejected.length)
  return decisionTexts.approveAndReject(approved.length, rejected.length)
}

/** Says why the person can't decide, and what has to be looked at before. */
function Notices({ review }: { review: Review }) {
  const { hint, confirmation, state } = review
  const { edited } = state
  const { item, error } = review.failure ?? {}
  // If the vendor has edited the entry since, what was refused is no longer shown.
  const isRefused = item?.body.version === review.entry.version
  return (
    <div className={classes.notices}>
      {hint && (
        <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
          {hint}
        </Alert>
      )}
      {edited.length > 0 && (
        <Notice icon={IconPencil} title={decisionTexts.editedTitle}>
          <Text>
            {isStale(error) && `${decisionTexts.nothingDecided} `}
            {decisionTexts.edited(fieldNames(edited))}
          </Text>
          <Button mt="xs" size="xs" variant="default" onClick={() => state.see()}>
            {decisionTexts.editedSeen}
          </Button>
        </Notice>
      )}
      {confirmation && <Notice icon={IconInfoCircle}>{decisionTexts.confirm[confirmation]}</Notice>}
      {isRefused && <Refused review={review} error={error} />}
    </div>
  )
}

function Refused({ review, error }: { review: Review; error: unknown }) {
  if (isStale(error)) {
    return (
      <Notice icon={IconPencil} title={decisionTexts.editedTitle}>
        {decisionTexts.nothingDecided} {decisionTexts.showNewer}
      </Notice>
    )
  }
  if (isClaimed(error)) {
    return (
      <Notice icon={IconLock} title={decisionTexts.claimedTitle}>
        <Text>{detailOf(error)}</Text>
        <Button mt="xs" size="xs" onClick={review.takeOver}>
          {decisionTexts.takeOverAndSend}
        </Button>
      </Notice>
    )
  }
  if (!hasAttributeIssues(error)) return <ErrorAlert error={error} />
  return (
    <Notice icon={IconInfoCircle} title={decisionTexts.nothingDecided}>
      <AttributeObstacle entry={review.entry} />
    </Notice>
  )
}

type NoticeProps = { icon: TablerIcon; title?: string; children: ReactNode }

function Notice({ icon: Icon, title, children }: NoticeProps) {
  return (
    <Alert color="amber" icon={<Icon size={18} aria-hidden />} title={title} role="alert">
      {children}
    </Alert>
  )
}

/** The changed fields of a revision with the decision on each. */
function VerdictList({ review }: { review: Review }) {
  return (
    <div>
      <h3 className={classes.heading}>{decisionTexts.fields}</h3>
      <ul className={classes.fields}>
        {fieldsOf(review.entry).map((field, index) => (
          <li key={field}>
            <span className={classes.fieldName}>
              <Kbd size="xs" aria-hidden>
                {index + 1}
              </Kbd>
              {fieldName(field)}
            </span>
            <FieldVerdict
              field={field}
              verdict={review.state.draft.verdicts[field]}
              isDisabled={!review.mayDecide}
              onChange={review.setVerdict}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
