import { ActionIcon, Badge, Button, Group, Text, Textarea } from '@mantine/core'
import { IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { decisionTexts } from '../../../texts/decision.ts'
import { maxReasonText } from '../../../ui/reason-limits.ts'
import classes from './decision.module.css'
import { type DraftReason, withMoved, withoutReason, withText } from './draft.ts'
import { targetLabel } from './labels.ts'
import { sentReasons } from './request.ts'
import type { Review } from './use-review.tsx'

/** The reasons in the order in which the vendor reads them, then those that aren't sent. */
export function ReasonList({ review, onFocusLost }: { review: Review; onFocusLost: () => void }) {
  const { entry, state } = review
  // A reason for the whole revision can be sent for several fields.
  const sent = [...new Set(sentReasons(entry, state.draft))]
  const others = state.draft.reasons.filter((reason) => !sent.includes(reason))
  return (
    <ol className={classes.list} aria-label={decisionTexts.reasons}>
      {[...sent, ...others].map((reason, index) => (
        <Reason
          key={reason.id}
          review={review}
          reason={reason}
          number={index + 1}
          isSent={index < sent.length}
          onFocusLost={onFocusLost}
        />
      ))}
    </ol>
  )
}

type Props = {
  review: Review
  reason: DraftReason
  number: number
  isSent: boolean
  /** Called when the button that had the focus is gone. */
  onFocusLost: () => void
}

function Reason({ review, reason, number, isSent, onFocusLost }: Props) {
  const { entry, state } = review
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  function remove() {
    state.change((draft) => withoutReason(draft, reason) ?? draft)
    onFocusLost()
  }
  const moved = withMoved(state.draft, entry, reason)
  function move() {
    state.change((draft) => withMoved(draft, entry, reason))
    if (withMoved(moved, entry, reason) === moved) onFocusLost()
  }
  function finish() {
    setEditing(false)
    editButton.current?.focus()
  }
  return (
    <li className={classes.reason} data-sent={isSent}>
      <Group gap={4} wrap="nowrap">
        <Badge color="gray">{targetLabel(entry, reason.target)}</Badge>
        <span className={classes.tools}>
          {isSent && moved !== state.draft && (
            <ActionIcon size={24} aria-label={decisionTexts.up(number)} onClick={move}>
              <IconArrowUp size={14} />
            </ActionIcon>
          )}
          <ActionIcon
            ref={editButton}
            size={24}
            aria-label={decisionTexts.edit(number)}
            onClick={() => setEditing(!isEditing)}
          >
            <IconPencil size={14} />
          </ActionIcon>
          <ActionIcon size={24} aria-label={decisionTexts.remove(number)} onClick={remove}>
            <IconTrash size={14} />
          </ActionIcon>
        </span>
      </Group>
      {isEditing ? (
        <ReasonText
          reason={reason}
          number={number}
          onChange={(text) => state.change((draft) => withText(draft, reason, text))}
          onDone={finish}
        />
      ) : (
        <bdi className={classes.text}>{reason.text}</bdi>
      )}
      {!isSent && (
        <Text fz="xs" c="dimmed">
          {decisionTexts.notSent}
        </Text>
      )}
    </li>
  )
}

type TextProps = { reason: DraftReason; number: number; onChange: (text: string) => void; onDone: () => void }

function ReasonText({ reason, number, onChange, onDone }: TextProps) {
  return (
    <>
      <Textarea
        size="xs"
        autosize
        autoFocus
        maxRows={8}
        aria-label={decisionTexts.textOf(number)}
        maxLength={maxReasonText}
        value={reason.text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      <Button size="compact-xs" variant="default" onClick={onDone} disabled={reason.text.trim() === ''}>
        {decisionTexts.done}
      </Button>
    </>
  )
}
