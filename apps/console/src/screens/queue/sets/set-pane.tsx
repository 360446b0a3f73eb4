import { Alert, Badge, Button, Group, Loader, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ChangeSet, ChangeSetResult } from '@purveyor/client'
import { IconCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { changeSetsTexts } from '../../../texts/change-sets.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { formatPercent } from '../../../ui/format.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { Key } from '../decision/decision-pane.tsx'
import { onFirstClick } from '../decision/first-click.ts'
import { setKey } from '../entry.ts'
import { EntryHeader, type Navigation } from '../entry-header.tsx'
import { NewerBanner } from '../entry-pane.tsx'
import { NoEntryOpen } from '../no-entries.tsx'
import classes from '../queue.module.css'
import { changesOf, hasOnlyPrices, pricesOf, sourceOf, useChangeSet } from './change-sets.ts'
import { SetTable } from './set-table.tsx'

type Props = Navigation & {
  id: string
  /** The set as the list shows it, which can be newer. Undefined if the list doesn't have it. */
  listed: ChangeSet | undefined
  hrefOf(key: string): string
  /** `isEmpty` is true if nothing of the set waits any more. */
  onAccepted(key: string, isEmpty: boolean): void
}

/** The open change set: all its changes, and one decision on them. */
export function SetPane({ id, ...props }: Props) {
  const { data: set, error, refetch, isFetching } = useChangeSet(id)
  if (error && (isGone(error) || !set)) {
    const isGoneNow = isGone(error)
    return (
      <NoEntryOpen isGone={isGoneNow} error={!isGoneNow && error} isEmpty={false} onNext={props.onNext} />
    )
  }
  if (!set) return <Reading />
  return <ShownSet {...props} set={set} isReading={isFetching} onReadAgain={() => void refetch()} />
}

type ShownProps = Omit<Props, 'id'> & { set: ChangeSet; isReading: boolean; onReadAgain(): void }

function ShownSet({ set, listed, hrefOf, onAccepted, isReading, onReadAgain, ...navigation }: ShownProps) {
  const pane = useRef<HTMLDivElement>(null)
  const acceptance = useAcceptance(set, ({ isEmpty }) => {
    onAccepted(setKey(set), isEmpty)
    if (!isEmpty) onReadAgain()
  })
  useKeys({ a: () => acceptance.mayAccept && acceptance.start() })
  const parts = [changeSetsTexts.products(set.productCount), ...pricesOf(set, formatPercent)]
  return (
    <div className={classes.set} ref={pane}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.difference} tabIndex={0} aria-label={changeSetsTexts.tableLabel}>
        <EntryHeader
          of={setKey(set)}
          pane={pane}
          name={changeSetsTexts.of(changesOf(set, { isListed: false }), sourceOf(set))}
          vendor={set.vendor}
          submittedAt={set.submittedAt}
          navigation={navigation}
          badges={
            <Badge color="amber" title={changeSetsTexts.badgeDetail}>
              {changeSetsTexts.badge}
            </Badge>
          }
        />
        <div className={classes.notes}>
          {listed && isNewer(listed, set) && !acceptance.isPending && (
            <NewerBanner text={changeSetsTexts.newer} onShow={onReadAgain} isReading={isReading} />
          )}
        </div>
        <Text mb="sm">{parts.join(' · ')}</Text>
        {!hasOnlyPrices(set) && (
          <Text c="dimmed" fz="sm" mb="sm">
            {changeSetsTexts.fields(set.fields.map(fieldName))}
          </Text>
        )}
        <SetTable set={set} hrefOf={hrefOf} />
      </section>
      <Acceptance set={set} acceptance={acceptance} />
    </div>
  )
}

/** A change of the set makes its latest time later. What leaves it is seen only if all its products were counted. */
function isNewer(listed: ChangeSet, shown: ChangeSet): boolean {
  const isCounted = listed.productCount < 1000
  return isCounted
    ? listed.submittedAt !== shown.submittedAt || listed.productCount !== shown.productCount
    : listed.submittedAt > shown.submittedAt
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404
}

function Reading() {
  return (
    <div className={classes.difference} aria-busy>
      <Skeleton h={28} w="60%" mt={34} />
      <Skeleton h={14} w="40%" mt={12} />
      <Skeleton h={320} mt={24} />
    </div>
  )
}

type AcceptanceProps = { set: ChangeSet; acceptance: ReturnType<typeof useAcceptance> }

/** Below a change set: what acceptance means, the button that accepts all, and what was left. */
function Acceptance({ set, acceptance }: AcceptanceProps) {
  const { mayAccept, isPending, error, start, left } = acceptance
  return (
    <section className={classes.accept} aria-label={changeSetsTexts.panel}>
      {error && <ErrorAlert error={error} />}
      {left.map((text) => (
        <Alert key={text} color="amber" variant="light" p="xs" role="status">
          {text}
        </Alert>
      ))}
      {isPending ? (
        <div aria-live="polite">
          <Group gap="xs">
            <Loader size="xs" />
            <Text fw={600}>{changeSetsTexts.accepting}</Text>
          </Group>
          <Text fz="sm" c="dimmed">
            {changeSetsTexts.acceptingText}
          </Text>
        </div>
      ) : (
        <Text fz="sm" c="dimmed">
          {mayAccept ? `${changeSetsTexts.will} ${changeSetsTexts.open}` : changeSetsTexts.watching}
        </Text>
      )}
      {mayAccept && (
        <Button
          leftSection={<IconCheck size={16} />}
          rightSection={<Key name="A" />}
          aria-keyshortcuts="a"
          onClick={onFirstClick(start)}
        >
          {set.changeCount === 1 ? changeSetsTexts.acceptOne : changeSetsTexts.accept(set.changeCount)}
        </Button>
      )}
    </section>
  )
}

type Result = Omit<ChangeSetResult, 'isComplete'>

/** Accepts a change set as it is shown. `left` says what of it still waits after that. */
function useAcceptance(set: ChangeSet, onDone: (result: { isEmpty: boolean }) => void) {
  const { canWrite, purveyor } = useSignedIn()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: acceptAll,
    onSuccess: ({ accepted, changed, claimed }) => {
      if (accepted > 0) notifications.show({ message: changeSetsTexts.done(accepted), color: 'green' })
      onDone({ isEmpty: changed + claimed === 0 })
    }
  })

  /** The service stops after some minutes. The same request continues. */
  async function acceptAll(): Promise<Result> {
    let accepted = 0
    for (;;) {
      const result = await purveyor.platform.moderation.acceptChangeSet(set, { version: set.version })
      accepted += result.accepted
      if (result.isComplete) return { ...result, accepted }
    }
  }
  const left = [
    data && data.changed > 0 && changeSetsTexts.changed(data.changed),
    data && data.claimed > 0 && changeSetsTexts.claimed(data.claimed)
  ].filter((text) => typeof text === 'string')
  return { mayAccept: canWrite && !isPending, isPending, error, start: () => mutate(), left }
}
