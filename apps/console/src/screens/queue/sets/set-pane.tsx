import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconRefreshAlert } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { formatPercent } from '../../../ui/format.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { setKey } from '../entry.ts'
import type { Navigation } from '../entry-navigation.tsx'
import entryClasses from '../entry-pane.module.css'
import { NoEntryOpen } from '../no-entries.tsx'
import { SetDecision } from './set-decision.tsx'
import { SetHeader } from './set-header.tsx'
import classes from './set-pane.module.css'
import { SetTable } from './set-table.tsx'
import { hasOnlyPrices, pricesOf } from './set-texts.ts'
import { useAcceptance } from './use-acceptance.ts'
import { useChangeSet } from './use-change-sets.ts'

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
  if (error && isGone(error))
    return <NoEntryOpen isGone error={undefined} isEmpty={false} onNext={props.onNext} />
  if (!set)
    return error ? (
      <NoEntryOpen isGone={false} error={error} isEmpty={false} onNext={undefined} />
    ) : (
      <Reading />
    )
  return <ShownSet {...props} set={set} isReading={isFetching} onReadAgain={() => void refetch()} />
}

type ShownProps = Omit<Props, 'id'> & { set: ChangeSet; isReading: boolean; onReadAgain(): void }

function ShownSet({ set, listed, hrefOf, onAccepted, isReading, onReadAgain, ...navigation }: ShownProps) {
  const acceptance = useAcceptance(set, ({ isEmpty }) => {
    onAccepted(setKey(set), isEmpty)
    if (!isEmpty) onReadAgain()
  })
  useKeys({ a: () => acceptance.mayAccept && acceptance.start() })
  return (
    <div className={classes.pane}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.changes} tabIndex={0} aria-label={t.changeSets.tableLabel}>
        <SetHeader set={set} {...navigation} />
        <div className={entryClasses.notes}>
          {listed && isNewer(listed, set) && !acceptance.isPending && (
            <NewerBanner onShow={onReadAgain} isReading={isReading} />
          )}
        </div>
        <Summary set={set} />
        <SetTable set={set} hrefOf={hrefOf} />
      </section>
      <SetDecision set={set} acceptance={acceptance} />
    </div>
  )
}

/** The largest changes, and what else has changed. */
function Summary({ set }: { set: ChangeSet }) {
  const parts = [t.changeSets.products(set.productCount), ...pricesOf(set, formatPercent)]
  return (
    <>
      <Text mb={4}>{parts.join(' · ')}</Text>
      {!hasOnlyPrices(set) && (
        <Text c="dimmed" fz="sm" mb={4}>
          {t.changeSets.fields(set.fields.map(fieldName))}
        </Text>
      )}
    </>
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

function NewerBanner({ onShow, isReading }: { onShow(): void; isReading: boolean }) {
  return (
    <Alert color="blue" variant="light" p="sm" role="status" icon={<IconRefreshAlert size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text flex={1} miw={200}>
          {t.changeSets.newer}
        </Text>
        <Button size="xs" variant="default" loading={isReading} onClick={onShow}>
          {t.queue.showNewer}
        </Button>
      </Group>
    </Alert>
  )
}

function Reading() {
  return (
    <div className={classes.pane}>
      <div className={classes.changes} aria-busy>
        <Skeleton h={28} w="60%" mt={34} />
        <Skeleton h={14} w="40%" mt={12} />
        <Skeleton h={320} mt={24} />
      </div>
    </div>
  )
}
