import { Button, Group, Text, Textarea } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { t } from '../../../texts/texts.ts'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import { withTyped } from './draft.ts'
import type { Review } from './use-review.tsx'

type Props = { review: Review; box: RefObject<HTMLTextAreaElement | null>; onLeave: () => void }

/** A box to write a reason. What is in it is sent with the decision, even if it wasn't added. */
export function OwnReason({ review, box, onLeave }: Props) {
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
