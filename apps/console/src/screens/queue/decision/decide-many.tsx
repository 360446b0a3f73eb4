import { Modal } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { entryKey } from '../entry.ts'
import classes from './many.module.css'
import { ManyEntry } from './many-entry.tsx'
import { ManyPanel } from './many-panel.tsx'
import { useMany } from './use-many.ts'
import { useShown } from './use-shown.ts'

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
