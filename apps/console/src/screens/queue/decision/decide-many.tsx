import { Badge, Button, Group, Modal, Text, Title } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { EntryDifference } from '../difference/entry-difference.tsx'
import { entryKey } from '../entry.ts'
import { AttributeObstacle } from './attribute-issues.ts'
import classes from './many.module.css'
import type { Omission } from './many.ts'
import { ManyPanel, useMany } from './many-panel.tsx'

type Props = {
  /** The entries as the list has them. Later changes of this list have no effect. */
  entries: ModerationEntry[]
  onClose: () => void
}

/** Decides on many entries at once, but only on those that were scrolled into view. */
export function DecideMany(props: Props) {
  const { shown, list, watch } = useShown()
  const many = useMany(props, shown)
  const { remaining } = many
  // Entries that are far below aren't built until the person scrolls towards them.
  const lastShown = remaining.findLastIndex((entry) => shown.has(entryKey(entry)))
  function showNext() {
    const next = remaining.find((entry) => !shown.has(entryKey(entry)))
    const element = next && list.current?.querySelector(`[data-entry="${entryKey(next)}"]`)
    if (element) scrollOn(list.current, element)
    list.current?.focus({ preventScroll: true })
  }
  return (
    <Modal
      opened
      fullScreen
      onClose={props.onClose}
      title={t.decision.many.title(remaining.length)}
      closeButtonProps={{ 'aria-label': t.actions.close }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '', title: classes.title ?? '' }}
      transitionProps={{ duration: 0 }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <section
        ref={list}
        className={classes.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t.decision.many.list}
        data-autofocus
      >
        {remaining.slice(0, lastShown + 1 + ahead).map((entry) => {
          const key = entryKey(entry)
          return (
            <ManyEntry
              key={key}
              entry={entry}
              watch={watch}
              isShown={shown.has(key)}
              omission={many.plan.omitted.get(key)}
              error={many.failed.get(key)}
              onToggle={() => many.toggleLeftOut(key)}
            />
          )
        })}
      </section>
      <ManyPanel many={many} onShowNext={showNext} />
    </Modal>
  )
}

/** Scrolls to an entry, or, if its beginning is in view or above, by a page towards its end. */
function scrollOn(list: HTMLElement | null, entry: Element): void {
  if (!list) return
  const { top, height } = list.getBoundingClientRect()
  const start = entry.getBoundingClientRect().top - top
  const isBegun = start < 0.2 * height && entry.getBoundingClientRect().bottom - top > 0
  list.scrollBy({ top: isBegun ? 0.85 * height : start })
}

/** The number of entries that are built below the last one that was shown. */
const ahead = 12

type EntryProps = {
  entry: ModerationEntry
  watch: WatchEnd
  isShown: boolean
  omission: Omission | undefined
  error: { code: string; message: string } | undefined
  /** Leaves the entry out, or includes it again. */
  onToggle(): void
}

/** One of many entries, with its differences and whether it will be decided. */
function ManyEntry({ entry, watch, isShown, omission, error, onToggle }: EntryProps) {
  const key = entryKey(entry)
  const start = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const toggleLabel = omission === 'leftOut' ? t.decision.many.include : t.decision.many.leaveOut
  useEffect(() => {
    const ends = [
      start.current && watch(start.current, { key, name: 'start' }),
      end.current && watch(end.current, { key, name: 'end' })
    ]
    return () => {
      for (const stop of ends) stop?.()
    }
  }, [key, watch])
  return (
    <article className={classes.entry} data-entry={key} aria-label={entry.product.name}>
      <header ref={start} className={classes.entryHead}>
        <div>
          <Title order={2} fz="md">
            <bdi>{entry.product.name}</bdi>
          </Title>
          <Text fz="sm" c="dimmed">
            {t.decision.many.kind[entry.kind]} · <bdi>{entry.vendor.name}</bdi>
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Mark isShown={isShown} omission={omission} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t.decision.many.named(toggleLabel, entry.product.name)}
            onClick={onToggle}
          >
            {toggleLabel}
          </Button>
        </Group>
      </header>
      {error && (
        <Group gap="xs" c="var(--mantine-color-error)" role="alert" wrap="nowrap">
          <IconAlertTriangle size={16} aria-hidden />
          <Text fz="sm">
            {error.code === 'ATTRIBUTE_ISSUES' ? <AttributeObstacle entry={entry} /> : error.message}
          </Text>
        </Group>
      )}
      <Difference entry={entry} />
      <div ref={end} className={classes.end} />
    </article>
  )
}

/** The differences don't change while other entries are scrolled into view. */
const Difference = memo(function Difference({ entry }: { entry: ModerationEntry }) {
  return <EntryDifference entry={entry} isCompact />
})

function Mark({ isShown, omission }: Pick<EntryProps, 'isShown' | 'omission'>) {
  if (omission && omission !== 'notShown') {
    return (
      <Badge color="amber" leftSection={<IconAlertTriangle size={13} aria-hidden />}>
        {t.decision.many.omittedMark[omission]}
      </Badge>
    )
  }
  return isShown ? (
    <Badge color="green" leftSection={<IconCircleCheck size={13} aria-hidden />}>
      {t.decision.many.shown}
    </Badge>
  ) : (
    <Badge color="gray" leftSection={<IconCircleDashed size={13} aria-hidden />}>
      {t.decision.many.notShown}
    </Badge>
  )
}

/** Watches an end of an entry. Returns a function that stops it. */
type WatchEnd = (element: Element, end: { key: string; name: 'start' | 'end' }) => () => void

/**
 * Records which entries were shown: those of which the start and the end have been inside the visible part of the list.
 * `watch` is called with the elements at both ends of each entry.
 */
function useShown(): {
  shown: ReadonlySet<string>
  list: RefObject<HTMLDivElement | null>
  watch: WatchEnd
} {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const [watcher] = useState(
    () => new EndWatcher((keys) => setShown((before) => new Set([...before, ...keys])))
  )
  useEffect(() => {
    watcher.start(list.current)
    return () => watcher.stop()
  }, [watcher])
  return { shown, list, watch: watcher.watch }
}

/** Observes the ends of entries. Elements can be added before the list itself exists. */
class EndWatcher {
  readonly #ends = new Map<Element, { key: string; name: 'start' | 'end' }>()
  readonly #seen = new Map<string, Set<string>>()
  readonly #onShown: (keys: string[]) => void
  #observer: IntersectionObserver | undefined

  constructor(onShown: (keys: string[]) => void) {
    this.#onShown = onShown
  }

  readonly watch: WatchEnd = (element, end) => {
    this.#ends.set(element, end)
    this.#observer?.observe(element)
    return () => {
      this.#ends.delete(element)
      this.#observer?.unobserve(element)
    }
  }

  start(root: Element | null): void {
    this.#observer = new IntersectionObserver((changes) => this.#record(changes), { root })
    for (const element of this.#ends.keys()) this.#observer.observe(element)
  }

  stop(): void {
    this.#observer?.disconnect()
    this.#observer = undefined
  }

  #record(changes: IntersectionObserverEntry[]): void {
    const keys: string[] = []
    for (const { target, isIntersecting } of changes) {
      const end = this.#ends.get(target)
      if (!end || !isIntersecting) continue
      const seen = this.#seen.get(end.key) ?? new Set()
      this.#seen.set(end.key, seen.add(end.name))
      if (seen.size === 2) keys.push(end.key)
    }
    if (keys.length > 0) this.#onShown(keys)
  }
}
