import { Text } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../../texts/texts.ts'
import { entryKey } from '../entry.ts'
import classes from './decision.module.css'
import { withoutReason, withReason } from './draft.ts'
import { OwnReason } from './own-reason.tsx'
import { ReasonList } from './reason-list.tsx'
import { ReasonTarget } from './reason-target.tsx'
import { TemplateChoices } from './template-choices.tsx'
import { reasonOf } from './templates.ts'
import type { Review } from './use-review.tsx'
import { useTemplates } from './use-templates.ts'

/** The reasons of a rejection: those that were given, the templates, and a box to write one. */
export function ReasonsPanel({ review }: { review: Review }) {
  const { draft } = review.state
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const choose = useChooseTemplate(review)
  const { focusRequests } = review
  const key = entryKey(review.entry)
  // The next key can be pressed before the page is painted.
  useLayoutEffect(() => {
    if (focusRequests > 0) panel.current?.focus()
  }, [focusRequests])
  const isRejecting = draft.isRejecting || Object.values(draft.verdicts).includes('REJECT')
  const begin = review.entry.kind === 'CHANGE' ? t.decision.hideWithReason : t.decision.rejectWithReason
  if (!review.mayDecide) return null

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const isHandled = pressed(event)
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  function pressed({ key, target, currentTarget }: KeyboardEvent<HTMLDivElement>): boolean {
    if (/^[1-9]$/.test(key)) choose(Number(key) - 1)
    else if (key === 'Enter' && target === currentTarget) review.send()
    else if (key === 'Escape') (target as HTMLElement).blur()
    else if (key.toLowerCase() === 't') box.current?.focus()
    else return false
    return true
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not get the focus
    <div
      ref={panel}
      role="group"
      tabIndex={-1}
      className={classes.reasons}
      aria-label={t.decision.reasonsKeys}
      onKeyDown={onKeyDown}
    >
      <h3 className={classes.heading}>{isRejecting ? t.decision.reasons : begin}</h3>
      {draft.reasons.length > 0 && (
        <>
          <Text fz="xs" c="dimmed">
            {t.decision.reasonsIntro}
          </Text>
          <ReasonList key={key} review={review} onFocusLost={() => panel.current?.focus()} />
        </>
      )}
      {isRejecting && <ReasonTarget key={`about ${key}`} review={review} />}
      <TemplateChoices
        review={review}
        isNumbered={isRejecting}
        onChoose={(index) => {
          choose(index)
          panel.current?.focus()
        }}
      />
      {isRejecting && (
        <OwnReason key={`own ${key}`} review={review} box={box} onLeave={() => panel.current?.focus()} />
      )}
    </div>
  )
}

/** Returns a function that adds a reason from the n-th template, or removes it if it was added before. */
function useChooseTemplate(review: Review): (index: number) => void {
  const { entry, state } = review
  const { sorted } = useTemplates(review)
  return (index) => {
    const template = sorted[index]
    if (!template) return
    state.change((draft) => {
      const reason = reasonOf(template, entry, draft)
      return withoutReason(draft, reason) ?? withReason(draft, entry, reason)
    })
  }
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
