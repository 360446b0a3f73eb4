import { useDisclosure, useFocusReturn } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { queueTexts } from '../../texts/queue.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useTitle } from '../../ui/use-title.ts'
import { useDecided } from './decision/outbox.ts'
import { EntryPane } from './entry-pane.tsx'
import { NoEntryOpen } from './no-entries.tsx'
import classes from './queue.module.css'
import { QueueColumn } from './queue-column.tsx'
import { useOpenEntry } from './use-open-entry.ts'
import { useFilters, useQueue, useQueueCache } from './use-queue.ts'
import { useSelection } from './use-selection.ts'

const DecideMany = lazy(async () => ({ default: (await import('./decision/decide-many.tsx')).DecideMany }))

const SetPane = lazy(async () => ({ default: (await import('./sets/set-pane.tsx')).SetPane }))

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog
}))

/** The review: what waits, what has changed, and the decision. */
export default function QueueScreen() {
  const { canWrite } = useSignedIn()
  const [filters] = useFilters()
  const queue = useQueue(filters)
  const { entries, total } = queue
  const cache = useQueueCache()
  const open = useOpenEntry(queue)
  useTitle(open.entry ? `${open.entry.product.name} · ${queueTexts.title}` : queueTexts.title)
  const selection = useSelection(entries)
  const [isHelpOpen, help] = useDisclosure()
  const [isDeciding, deciding] = useDisclosure()
  // Dialogs that are made when they open can't know what had the focus before.
  useFocusReturn({ opened: isHelpOpen })
  useFocusReturn({ opened: isDeciding })

  const { openKey, index, keys, go } = open
  const next = () => go(index + 1)
  const previous = () => go(Math.max(0, index - 1))
  useKeys({ j: next, k: previous }, { repeats: true })
  useKeys({
    x: () => canWrite && open.entry && openKey && selection.toggle(openKey),
    m: () => selection.entries.length > 0 && deciding.open(),
    '?': help.open,
    'shift+?': help.open
  })

  useDecided((keys, { isPartly }) => {
    if (openKey !== undefined && keys.has(openKey)) open.show(keyAfter(open.keys, index, keys))
    cache.remove(keys)
    selection.remove(keys)
    if (isPartly) void cache.refresh()
  })

  const navigation = {
    position: index >= 0 ? { index: index + 1, total } : undefined,
    onNext: index + 1 < keys.length ? next : undefined,
    onPrevious: index > 0 ? previous : undefined,
    onBack: () => open.show(undefined),
    onHelp: help.open
  }

  /** Opens what follows a set of which nothing waits any more, unless the person has gone on. */
  function accepted(key: string, isEmpty: boolean): void {
    if (isEmpty && open.openKey === key) open.show(keyAfter(keys, index, new Set([key])))
    void cache.refresh()
  }

  return (
    <div className={classes.screen} data-open={openKey !== undefined || undefined}>
      <QueueColumn queue={queue} open={open} selection={selection} onDecide={deciding.open} />
      <div className={classes.open}>
        {open.setId !== undefined ? (
          <Suspense fallback={null}>
            <SetPane
              key={open.setId}
              id={open.setId}
              listed={queue.sets.find(({ id }) => id === open.setId)}
              hrefOf={open.hrefOf}
              onAccepted={accepted}
              {...navigation}
            />
          </Suspense>
        ) : open.entry ? (
          <EntryPane entry={open.entry} {...navigation} />
        ) : (
          <NoEntryOpen
            isGone={open.isGone}
            error={open.error}
            isEmpty={open.isReading || (queue.isSuccess && keys.length === 0)}
            onNext={keys.length > 0 ? () => go(0) : undefined}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {isHelpOpen && <ShortcutsDialog onClose={help.close} />}
        {isDeciding && <DecideMany entries={selection.entries} onClose={deciding.close} />}
      </Suspense>
    </div>
  )
}

/** Returns the key of the entry to open when some were decided: the next one, or else the one before. */
function keyAfter(keys: string[], index: number, decided: ReadonlySet<string>) {
  const waits = (key: string) => !decided.has(key)
  return keys.slice(index + 1).find(waits) ?? keys.slice(0, Math.max(0, index)).findLast(waits)
}
