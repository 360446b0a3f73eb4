import { Alert, Button, Group, Text } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconRefreshAlert } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { ClaimBanner } from './claim-banner.tsx'
import { DecisionPane } from './decision/decision-pane.tsx'
import { useReview } from './decision/use-review.tsx'
import { EntryDifference } from './difference/entry-difference.tsx'
import { entryKey } from './entry.ts'
import { EntryHeader } from './entry-header.tsx'
import classes from './entry-pane.module.css'
import { useClaimWhileOpen } from './use-claim-while-open.ts'
import { useEntryKeys } from './use-entry-keys.ts'
import { useShownEntry } from './use-shown-entry.ts'

type Props = {
  entry: ModerationEntry
  position: { index: number; total: number } | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack(): void
  onHelp(): void
}

/**
 * The open entry: what has changed, and the decision. When another entry is opened, the pane shows it in the same
 * elements as far as possible, because new ones take longer. What a person can change in them, and what screen
 * readers announce, has the entry as its key, so that nothing of an entry is left in the next one.
 */
export function EntryPane({ entry: current, ...navigation }: Props) {
  const { entry, hasNewer, showNewer } = useShownEntry(current)
  const claim = useClaimWhileOpen(current)
  const review = useReview(entry)
  useEntryKeys(review, claim)
  const key = entryKey(entry)
  const pane = useRef<HTMLDivElement>(null)
  useStart(pane, key)
  return (
    <div ref={pane} className={classes.pane}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.difference} data-scrolls tabIndex={0} aria-label={entry.product.name}>
        <EntryHeader entry={entry} claim={claim} pane={pane} {...navigation} />
        <div key={key} className={classes.notes}>
          {claim.isOthers && claim.holder && <ClaimBanner holder={claim.holder} takeOver={claim.takeOver} />}
          {hasNewer && <NewerBanner onShow={showNewer} />}
        </div>
        <EntryDifference
          entry={entry}
          fieldControls={review.fieldControls}
          imageAction={review.imageAction}
        />
      </section>
      <div className={classes.decision} data-scrolls>
        <DecisionPane review={review} />
      </div>
    </div>
  )
}

/** Scrolls the parts of the pane to their start when another entry is opened. */
function useStart(pane: RefObject<HTMLElement | null>, key: string): void {
  const shown = useRef(key)
  useLayoutEffect(() => {
    if (shown.current === key || !pane.current) return
    shown.current = key
    for (const part of [pane.current, ...pane.current.querySelectorAll('[data-scrolls]')]) part.scrollTo(0, 0)
  }, [pane, key])
}

function NewerBanner({ onShow }: { onShow(): void }) {
  return (
    <Alert color="blue" variant="light" p="sm" role="status" icon={<IconRefreshAlert size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text flex={1} miw={200}>
          {t.queue.newer}
        </Text>
        <Button size="xs" variant="default" onClick={onShow}>
          {t.queue.showNewer}
        </Button>
      </Group>
    </Alert>
  )
}
