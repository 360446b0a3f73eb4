import { useDisclosure, useFocusReturn } from '@mantine/hooks'
import type { ModerationEntry } from '@purveyor/client'
import { lazy, Suspense } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useTitle } from '../../ui/use-title.ts'
import { useDecided } from './decision/use-outbox.ts'
import { entryKey } from './entry.ts'
import { EntryPane } from './entry-pane.tsx'
import { NoEntryOpen } from './no-entries.tsx'
import { QueueColumn } from './queue-column.tsx'
import classes from './queue-screen.module.css'
import { useFilters } from './use-filters.ts'
import { useOpenEntry } from './use-open-entry.ts'
import { useQueue, useQueueCache } from './use-queue.ts'
import { useSelection } from './use-selection.ts'

const DecideMany = lazy(async () => ({ default: (await import('./decision/decide-many.tsx')).DecideMany }))

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
  const open = useOpenEntry(entries)
  useTitle(open.entry ? `${open.entry.product.name} · ${t.queue.title}` : t.queue.title)
  const selection = useSelection(entries)
  const [isHelpOpen, help] = useDisclosure()
  const [isDeciding, deciding] = useDisclosure()
  // Dialogs that are made when they open can't know what had the focus before.
  useFocusReturn({ opened: isHelpOpen })
  useFocusReturn({ opened: isDeciding })

  const { openKey, index, go } = open
  const next = () => go(index + 1)
  const previous = () => go(Math.max(0, index - 1))
  useKeys({ j: next, k: previous }, { repeats: true })
  useKeys({
    x: () => canWrite && openKey && selection.toggle(openKey),
    m: () => selection.entries.length > 0 && deciding.open(),
    '?': help.open,
    'shift+?': help.open
  })

  useDecided((keys, { isPartly }) => {
    if (openKey !== undefined && keys.has(openKey)) open.show(keyAfter(entries, index, keys))
    cache.remove(keys)
    selection.remove(keys)
    if (isPartly) void cache.refresh()
  })

  return (
    <div className={classes.screen} data-open={openKey !== undefined || undefined}>
      <QueueColumn queue={queue} open={open} selection={selection} onDecide={deciding.open} />
      <div className={classes.open}>
        {open.entry ? (
          <EntryPane
            entry={open.entry}
            position={index >= 0 ? { index: index + 1, total } : undefined}
            onNext={index + 1 < entries.length ? () => go(index + 1) : undefined}
            onPrevious={index > 0 ? () => go(index - 1) : undefined}
            onBack={() => open.show(undefined)}
            onHelp={help.open}
          />
        ) : (
          <NoEntryOpen
            isGone={open.isGone}
            error={open.error}
            isEmpty={open.isReading || (queue.isSuccess && entries.length === 0)}
            onNext={entries.length > 0 ? () => go(0) : undefined}
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
function keyAfter(entries: ModerationEntry[], index: number, decided: ReadonlySet<string>) {
  const keys = entries.map(entryKey)
  const waits = (key: string) => !decided.has(key)
  return keys.slice(index + 1).find(waits) ?? keys.slice(0, Math.max(0, index)).findLast(waits)
}
