import { Badge, Button, Group, Modal, Text, Title } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo, type RefCallback, useRef, useState } from 'react'
import { decisionTexts } from '../../../texts/decision.ts'
import { EntryDifference } from '../difference/entry-difference.tsx'
import { entryKey } from '../entry.ts'
import { AttributeObstacle } from './attribute-issues.ts'
import classes from './many.module.css'
import type { Omission } from './many.ts'
import { ManyPanel, useMany } from './many-panel.tsx'

const texts = decisionTexts.many
/** The number of entries that are built below the last one that was shown. */
const ahead = 12

type Props = {
  /** The entries as the list has them. Later changes of this list have no effect. */
  entries: ModerationEntry[]
  onClose: () => void
}

/** Decides on many entries at once, but only on those that were scrolled into view. */
export function DecideMany(props: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [shown, watch] = useShown()
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
      title={texts.title(remaining.length)}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      transitionProps={{ duration: 0 }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <section
        ref={list}
        className={classes.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.list}
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

/**
 * Returns the keys of the entries that were shown: those of which the start and the end have been in view. The elements at
 * both ends, whose attribute `data-end` is `start` or `end` and the key, get `watch` as their ref.
 */
function useShown(): [shown: ReadonlySet<string>, watch: RefCallback<Element>] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [watch] = useState(() => {
    // What the list hides, because it has to be scrolled, isn't in view.
    const observer = new IntersectionObserver((changes) => {
      const ends = changes.flatMap(({ target, isIntersecting }) =>
        isIntersecting ? (target.getAttribute('data-end') ?? []) : []
      )
      if (ends.length > 0) setSeen((before) => new Set([...before, ...ends]))
    })
    return (element: Element | null) => {
      if (!element) return
      observer.observe(element)
      return () => observer.unobserve(element)
    }
  })
  const keys = [...seen].flatMap((end) => (end.startsWith('end ') ? end.slice('end '.length) : []))
  return [new Set(keys.filter((key) => seen.has(`start ${key}`))), watch]
}

type EntryProps = {
  entry: ModerationEntry
  watch: RefCallback<Element>
  isShown: boolean
  omission: Omission | undefined
  error: { code: string; message: string } | undefined
  /** Leaves the entry out, or includes it again. */
  onToggle(): void
}

/** One of many entries, with its differences and whether it will be decided. */
function ManyEntry({ entry, watch, isShown, omission, error, onToggle }: EntryProps) {
  const key = entryKey(entry)
  const toggleLabel = omission === 'leftOut' ? texts.include : texts.leaveOut
  return (
    <article className={classes.entry} data-entry={key} aria-label={entry.product.name}>
      <header ref={watch} data-end={`start ${key}`} className={classes.entryHead}>
        <div>
          <Title order={2} fz="md">
            <bdi>{entry.product.name}</bdi>
          </Title>
          <Text fz="sm" c="dimmed">
            {texts.kind[entry.kind]} · <bdi>{entry.vendor.name}</bdi>
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Mark isShown={isShown} omission={omission} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.named(toggleLabel, entry.product.name)}
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
      <div ref={watch} data-end={`end ${key}`} className={classes.end} />
    </article>
  )
}

/** The differences don't change while other entries are scrolled into view. */
const Difference = memo(function Difference({ entry }: { entry: ModerationEntry }) {
  return <EntryDifference entry={entry} isCompact />
})

function Mark({ isShown, omission }: Pick<EntryProps, 'isShown' | 'omission'>) {
  const isOmitted = omission !== undefined && omission !== 'notShown'
  const Icon = isOmitted ? IconAlertTriangle : isShown ? IconCircleCheck : IconCircleDashed
  return (
    <Badge
      color={isOmitted ? 'amber' : isShown ? 'green' : 'gray'}
      leftSection={<Icon size={13} aria-hidden />}
    >
      {isOmitted ? texts.omittedMark[omission] : isShown ? texts.shown : texts.notShown}
    </Badge>
  )
}
