import { Avatar, Checkbox, Skeleton, Text, ThemeIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import type { ChangeSet, ModerationEntry } from '@purveyor/client'
import { IconFlask, IconPencil, IconSparkles, IconStack2, IconTrendingUp } from '@tabler/icons-react'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { changeSetsTexts } from '../../texts/change-sets.ts'
import { queueTexts } from '../../texts/queue.ts'
import { Ago } from '../../ui/ago.tsx'
import { fieldName } from '../../ui/field-name.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { entryKey, setKey } from './entry.ts'
import classes from './queue.module.css'
import { changesOf, nameOf } from './sets/change-sets.ts'

/** The height of a row in pixels, as in the CSS. */
const rowHeight = 60
const skeletons = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
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
export function QueueList({ sets, entries, total, isLoading, hasMore, onMore, ...props }: Props) {
  const { openKey, selected, onSelect, hrefOf } = props
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
    <section ref={scroll} className={classes.scroll} aria-label={queueTexts.list} aria-busy={isLoading}>
      {isLoading && skeletons.map((key) => <RowSkeleton key={key} />)}
      <ul className={classes.items} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const set = sets[index]
          const entry = entries[index - sets.length]
          const row = { href: hrefOf(String(key)), isOpen: openKey === key, onSelect }
          return (
            (set ?? entry) && (
              <li
                key={key}
                className={classes.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={Math.max(total, count)}
                aria-posinset={index + 1}
              >
                {set && <SetRow set={set} {...row} />}
                {!set && entry && (
                  <EntryRow entry={entry} isSelected={selected.has(entryKey(entry))} {...row} />
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
        <Skeleton w={40} h={40} flex="none" />
        <div className={classes.text}>
          <Skeleton h={12} w="80%" mt={4} />
          <Skeleton h={10} w="55%" mt={10} />
        </div>
      </div>
    </div>
  )
}

type RowProps = { href: string; isOpen: boolean; onSelect: Props['onSelect'] }

const kindIcons = { PRODUCT: IconSparkles, REVISION: IconPencil, CHANGE: IconTrendingUp }

/** One entry of the list. When another entry is opened, only two rows are rendered again. */
const EntryRow = memo(function EntryRow({
  entry,
  isSelected,
  onSelect,
  ...row
}: RowProps & { entry: ModerationEntry; isSelected: boolean }) {
  const { product, vendor, kind, isSample } = entry
  const fields = changedFields(entry)
  return (
    <Row
      {...row}
      isSelected={isSelected}
      check={
        onSelect && (
          <Checkbox
            className={classes.check}
            size="xs"
            aria-label={queueTexts.select(product.name)}
            checked={isSelected}
            onChange={(event) => onSelect(entryKey(entry), event.currentTarget.checked)}
          />
        )
      }
      image={<Thumbnail url={product.imageUrl} />}
      name={product.name}
      time={entry.submittedAt}
    >
      <Mark icon={kindIcons[kind]} kind={kind} label={queueTexts.kind[kind]} />
      {isSample && <Mark icon={IconFlask} kind="SAMPLE" label={queueTexts.isSample} />}
      <Text span truncate c="dimmed" fz="xs" flex={1}>
        {vendor.name}
        {fields && ` · ${fields}`}
      </Text>
      <Holder entry={entry} />
    </Row>
  )
})

/** One change set of the list. */
const SetRow = memo(function SetRow({ set, onSelect, ...row }: RowProps & { set: ChangeSet }) {
  return (
    <Row
      {...row}
      isSelected={false}
      check={onSelect && <span className={classes.noCheck} />}
      image={
        <ThemeIcon size={40} variant="light" color="amber" aria-hidden>
          <IconStack2 size={22} />
        </ThemeIcon>
      }
      name={changesOf(set, { isListed: true })}
      time={set.submittedAt}
    >
      <Text span truncate c="dimmed" fz="xs" title={changeSetsTexts.badgeDetail}>
        {changeSetsTexts.badge} · {set.vendor.name} · {nameOf(set)}
      </Text>
    </Row>
  )
})

type RowParts = Omit<RowProps, 'onSelect'> & {
  isSelected: boolean
  check: ReactNode
  image: ReactNode
  name: string
  time: string
  children: ReactNode
}

function Row({ href, isOpen, isSelected, check, image, name, time, children }: RowParts) {
  return (
    <div className={classes.row} data-open={isOpen || undefined} data-selected={isSelected || undefined}>
      {check}
      <Link href={href} className={classes.link} aria-current={isOpen ? 'true' : undefined}>
        {image}
        <span className={classes.text}>
          <span className={classes.line}>
            <Text span truncate fw={600} flex={1} title={name}>
              {name}
            </Text>
            <Text span c="dimmed" fz="xs" flex="none">
              <Ago time={time} isShort />
            </Text>
          </span>
          <span className={classes.line}>{children}</span>
        </span>
      </Link>
    </div>
  )
}

type MarkProps = { icon: typeof IconFlask; kind: string; label: string }

/** The kind of an entry as an icon, because words would take the room of the changed fields. */
function Mark({ icon: Icon, kind, label }: MarkProps) {
  return (
    <span className={classes.mark} data-kind={kind} title={label}>
      <Icon size={15} stroke={1.9} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

function Holder({ entry: { claimedBy } }: { entry: ModerationEntry }) {
  const { me } = useSignedIn()
  if (!claimedBy) return null
  const isMine = claimedBy.id === me.user?.id
  const label = isMine ? queueTexts.claimedByMe : queueTexts.claimHolder(claimedBy.name)
  return (
    <Tooltip label={label}>
      <span className={classes.mark}>
        <Avatar name={claimedBy.name} size={18} color={isMine ? 'brand' : 'gray'} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}

/** Returns what an entry is about, such as `Name, Images`. */
function changedFields({ kind, changes, product }: ModerationEntry): string {
  if (kind === 'PRODUCT') return product.sku ?? ''
  return [...new Set(changes.map(({ field }) => fieldName(field)))].join(', ')
}
