import { Button, Group, Kbd, Select, Skeleton, Text, Textarea } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { decisionTexts } from '../../../texts/decision.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { entryKey } from '../entry.ts'
import classes from './decision.module.css'
import { isSameReason, withoutReason, withReason, withTyped } from './draft.ts'
import { targetChoices } from './labels.ts'
import { ReasonList } from './reason-list.tsx'
import { reasonOf, sortTemplates } from './templates.ts'
import type { Review } from './use-review.tsx'

/** The reasons of a rejection: those that were given, the templates, and a box to write one. */
export function ReasonsPanel({ review }: { review: Review }) {
  const { draft } = review.state
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const query = useReasonTemplates()
  const { focusRequests, entry, state } = review
  const sorted = sortTemplates(query.data ?? [], entry, draft)
  const key = entryKey(entry)
  // The next key can be pressed before the page is painted.
  useLayoutEffect(() => {
    if (focusRequests > 0) panel.current?.focus()
  }, [focusRequests])
  const isRejecting = draft.isRejecting || Object.values(draft.verdicts).includes('REJECT')
  if (!review.mayDecide || !isRejecting) return null

  /** Adds a reason from the n-th template, or removes it if it was added before. */
  function choose(index: number) {
    const template = sorted[index]
    panel.current?.focus()
    if (!template) return
    state.change((draft) => {
      const reason = reasonOf(template, entry, draft)
      return withoutReason(draft, reason) ?? withReason(draft, entry, reason)
    })
  }
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
      aria-label={decisionTexts.reasonsKeys}
      onKeyDown={onKeyDown}
    >
      <h3 className={classes.heading}>{decisionTexts.reasons}</h3>
      {draft.reasons.length > 0 && (
        <>
          <Text fz="xs" c="dimmed">
            {decisionTexts.reasonsIntro}
          </Text>
          <ReasonList key={key} review={review} onFocusLost={() => panel.current?.focus()} />
        </>
      )}
      <ReasonTarget key={`about ${key}`} review={review} />
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={180} />}
      {query.data && <TemplateChoices review={review} sorted={sorted} onChoose={choose} />}
      <OwnReason key={`own ${key}`} review={review} box={box} onLeave={() => panel.current?.focus()} />
    </div>
  )
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

type OwnProps = { review: Review; box: RefObject<HTMLTextAreaElement | null>; onLeave: () => void }

/** A box to write a reason. What is in it is sent with the decision, even if it wasn't added. */
function OwnReason({ review, box, onLeave }: OwnProps) {
  const { entry, state } = review
  const { draft } = state
  const left = maxReasonText - [...draft.text].length
  const canAdd = draft.text.trim() !== '' && left >= 0

  function add() {
    if (canAdd) state.change((latest) => withTyped(latest, entry))
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) review.send()
    else if (event.key === 'Enter' && !event.shiftKey) {
      add()
      onLeave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Textarea
        ref={box}
        size="xs"
        label={decisionTexts.ownReason}
        description={decisionTexts.ownReasonHint}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        error={left < 0 ? decisionTexts.gap.tooLong(-left) : undefined}
        onChange={({ currentTarget: { value } }) => state.change((latest) => ({ ...latest, text: value }))}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between">
        <Text fz="xs" c="dimmed">
          {left >= 0 && left <= 200 ? decisionTexts.left(left) : ''}
        </Text>
        <Button size="xs" variant="default" disabled={!canAdd} onClick={add}>
          {decisionTexts.add}
        </Button>
      </Group>
    </>
  )
}

/** What the next reason is about. It isn't asked for if there is nothing to choose. */
function ReasonTarget({ review: { entry, state } }: { review: Review }) {
  const { options, targets, choiceOf } = targetChoices(entry)
  // The first option is everything; with a single field, that is the other one.
  if (options.length <= 2) return null
  return (
    <Select
      size="xs"
      label={decisionTexts.about}
      data={options}
      value={choiceOf(state.draft.target)}
      onChange={(value) =>
        state.change((latest) => ({ ...latest, target: targets.get(value ?? '') ?? { field: null } }))
      }
      allowDeselect={false}
      searchable
      limit={100}
    />
  )
}

/** The number of templates that can be chosen by a digit. */
const numbered = 9

type ChoicesProps = { review: Review; sorted: ReasonTemplate[]; onChoose: (index: number) => void }

/** The templates of reasons, those that fit best first. The first nine are chosen by a digit. */
function TemplateChoices({ review, sorted, onChoose }: ChoicesProps) {
  if (sorted.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {decisionTexts.noTemplates}
      </Text>
    )
  }
  const { draft } = review.state
  const more = sorted.slice(numbered).map(({ id, text }) => ({ value: id, label: text }))
  return (
    <div>
      <ol className={classes.templates} aria-label={decisionTexts.templates}>
        {sorted.slice(0, numbered).map((template, index) => {
          const reason = reasonOf(template, review.entry, draft)
          const isChosen = draft.reasons.some((one) => isSameReason(one, reason))
          return (
            <li key={template.id}>
              <button
                type="button"
                className={classes.template}
                aria-pressed={isChosen}
                aria-keyshortcuts={String(index + 1)}
                onClick={() => onChoose(index)}
              >
                <Kbd size="xs" aria-hidden>
                  {index + 1}
                </Kbd>
                <bdi>{template.text}</bdi>
                {isChosen && <IconCheck size={15} className={classes.chosen} aria-hidden />}
              </button>
            </li>
          )
        })}
      </ol>
      {more.length > 0 && (
        <Select
          key={entryKey(review.entry)}
          mt={4}
          size="xs"
          searchable
          data={more}
          value={null}
          placeholder={decisionTexts.moreTemplates}
          aria-label={decisionTexts.moreTemplates}
          onChange={(id) => onChoose(sorted.findIndex((template) => template.id === id))}
        />
      )}
    </div>
  )
}
