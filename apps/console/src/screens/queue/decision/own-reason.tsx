import { Button, Group, Select, Text, Textarea } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { t } from '../../../texts/texts.ts'
import { type Draft, newReason, withReason } from './draft.ts'
import { maxText } from './request.ts'
import { targetChoices } from './target-choices.ts'
import type { Review } from './use-review.tsx'

type Props = { review: Review; box: RefObject<HTMLTextAreaElement | null>; onLeave: () => void }

/** A box to write a reason, and what the next reason is about. */
export function OwnReason({ review, box, onLeave }: Props) {
  const { entry, state } = review
  const { draft } = state
  const { options, targets, choiceOf } = targetChoices(entry)
  const left = maxText - [...draft.text].length
  const canAdd = draft.text.trim() !== '' && left >= 0

  function add() {
    if (canAdd) state.change((latest) => withTyped(latest, review))
  }
  function addAndSend() {
    if (draft.text.trim() !== '' && !canAdd) return
    add()
    review.send((latest) => withTyped(latest, review))
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) addAndSend()
    else if (event.key === 'Enter' && !event.shiftKey) {
      add()
      onLeave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Select
        size="xs"
        label={t.decision.about}
        data={options}
        value={choiceOf(draft.target)}
        onChange={(value) =>
          state.change((latest) => ({ ...latest, target: targets.get(value ?? '') ?? { field: null } }))
        }
        allowDeselect={false}
        searchable
        limit={100}
      />
      <Textarea
        ref={box}
        size="xs"
        label={t.decision.ownReason}
        description={t.decision.ownReasonHint}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        error={left < 0 ? t.decision.gap.tooLong(-left) : undefined}
        onChange={({ currentTarget: { value } }) => state.change((latest) => ({ ...latest, text: value }))}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between">
        <Text fz="xs" c="dimmed">
          {left >= 0 && left <= 200 ? t.decision.left(left) : ''}
        </Text>
        <Button size="xs" variant="default" disabled={!canAdd} onClick={add}>
          {t.decision.add}
        </Button>
      </Group>
    </>
  )
}

/** Adds what was typed as a reason. */
function withTyped(draft: Draft, { entry }: Review): Draft {
  const text = draft.text.trim()
  if (text === '') return draft
  return { ...withReason(draft, entry, newReason({ code: null, text, target: draft.target })), text: '' }
}
