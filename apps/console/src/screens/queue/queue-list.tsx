import { Skeleton } from '@mantine/core'
import type { ChangeSet, ModerationEntry } from '@purveyor/client'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { entryKey, setKey } from './entry.ts'
import classes from './queue-list.module.css'
import { QueueRow } from './queue-row.tsx'
import { SetRow } from './sets/set-row.tsx'

/** The height of a row in pixels, as in the CSS. */
const rowHeight = 84
const skeletons = ['1', '2', '3', '4', '5', '6', '7']
/** The next page is read when this number of rows is left. */
const readAhead = 20

type Props = {
  sets: ChangeSet[]
  entries: ModerationEntry[]
  /** The number of entries and sets that match, which can be an estimate. */
  total: number
  isLoading: boolean
  hasMore: boolean
  onMore(): void
  openKey: string | undefined
  selected: ReadonlySet<string>
  /** Undefined if the person may not decide. */
  onSelect: ((key: string, isSelected: boolean) => void) | undefined
  hrefOf(key: string): string
}

/** The list of what waits: the change sets, and then the entries. Only the rows in view are in the page, however long the list is. */
export function QueueList({
  sets,
  entries,
  total,
  isLoading,
  hasMore,
  onMore,
  openKey,
  selected,
  onSelect,
  hrefOf
}: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  // With another function, the virtual list would compute the places of all rows again.
  const keyOf = useCallback((index: number) => keyAt(sets, entries, index), [sets, entries])
  const count = sets.length + entries.length
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNearEnd = hasMore && entries.length > 0 && last >= count - readAhead
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])

  const openIndex = Array.from({ length: count }, (_, index) => keyOf(index)).indexOf(openKey ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another entry is opened
  useEffect(() => {
    if (openIndex < 0 || isInView(rows, openIndex)) return
    // The scrolling needs a layout. In the next frame, it's the one that is computed anyway.
    const frame = requestAnimationFrame(() => rows.scrollToIndex(openIndex))
    return () => cancelAnimationFrame(frame)
  }, [openKey])

  return (
    <section ref={scroll} className={classes.scroll} aria-label={t.queue.list} aria-busy={isLoading}>
      {isLoading && skeletons.map((key) => <RowSkeleton key={key} />)}
      <ul className={classes.items} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const set = sets[index]
          const entry = entries[index - sets.length]
          return (
            (set ?? entry) && (
              <li
                key={key}
                className={classes.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={Math.max(total, count)}
                aria-posinset={index + 1}
              >
                {set && (
                  <SetRow
                    set={set}
                    href={hrefOf(setKey(set))}
                    isOpen={openKey === setKey(set)}
                    isIndented={onSelect !== undefined}
                  />
                )}
                {!set && entry && (
                  <QueueRow
                    entry={entry}
                    href={hrefOf(entryKey(entry))}
                    isOpen={openKey === entryKey(entry)}
                    isSelected={selected.has(entryKey(entry))}
                    onSelect={onSelect}
                  />
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** True if a row is completely in view. Asking the virtual list for this needs no layout of the page. */
function isInView(
  { scrollOffset, scrollRect }: Virtualizer<HTMLDivElement, Element>,
  index: number
): boolean {
  if (scrollOffset === null || scrollRect === null) return false
  const start = index * rowHeight
  return start >= scrollOffset && start + rowHeight <= scrollOffset + scrollRect.height
}

function keyAt(sets: ChangeSet[], entries: ModerationEntry[], index: number): string | number {
  const set = sets[index]
  if (set) return setKey(set)
  const entry = entries[index - sets.length]
  return entry ? entryKey(entry) : index
}

function RowSkeleton() {
  return (
    <div className={classes.row}>
      <div className={classes.link}>
        <Skeleton w={40} h={40} style={{ flex: 'none' }} />
        <div className={classes.text}>
          <Skeleton h={12} w="80%" mt={4} />
          <Skeleton h={10} w="55%" mt={10} />
          <Skeleton h={14} w={64} mt={8} />
        </div>
      </div>
    </div>
  )
}
