import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import type { ModerationChange } from '@purveyor/client'
import { moderatedFields, revisionCorrectionFields } from '@purveyor/client/fields'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { differenceTexts } from '../../../texts/difference.ts'
import { drafts } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { formatAgo } from '../../../ui/format.ts'
import { LaterTooltip } from '../../../ui/later-tooltip.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { correctionKey } from '../entry.ts'
import classes from './difference.module.css'
import { useDifference } from './difference-context.tsx'
import { formOf } from './fields.ts'
import { Note } from './marked-text.tsx'
import { TextDifference } from './text-difference.tsx'

const texts = differenceTexts.correction

type Correction = {
  field: string
  /** The vendor's value as text. A list has one entry in each line. */
  proposed: string
  /** What was typed before, and the key of the draft in which it is stored. */
  stored: string | undefined
  draft: string
  setOpen(isOpen: boolean): void
}

/** Returns the button that begins the correction of a field. A correction that was begun before is open. */
export function useCorrection(field: string, [change]: ModerationChange[]) {
  const { me } = useSignedIn()
  const { entry, correct } = useDifference()
  const draft = correctionKey(me, entry, field)
  const stored = drafts.read<string>(draft)
  const [opened, setOpened] = useState<string>()
  const isCorrectable = correct !== undefined && change !== undefined && mayCorrect(entry.kind, field)
  const isOpen = isCorrectable && (opened === draft || stored !== undefined)
  const button = isCorrectable && !isOpen && (
    <LaterTooltip label={texts.correct}>
      <ActionIcon
        size={28}
        data-correct
        aria-label={texts.correctField(fieldName(field))}
        onClick={() => setOpened(draft)}
      >
        <IconPencil size={17} stroke={1.7} />
      </ActionIcon>
    </LaterTooltip>
  )
  const setOpen = (open: boolean) => setOpened(open ? draft : undefined)
  return { isOpen, button, field, draft, stored, setOpen, proposed: textOf(change?.proposed) }
}

/** Texts can be corrected in new products, and in edits those that are staged. */
function mayCorrect(kind: string, field: string): boolean {
  const fields: readonly string[] =
    kind === 'PRODUCT' ? Object.keys(revisionCorrectionFields) : moderatedFields
  return kind !== 'CHANGE' && fields.includes(field) && ['text', 'html', 'strings'].includes(formOf(field))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : ''
}

function correctedValue(field: string, text: string): string | string[] | null {
  if (formOf(field) === 'strings') return text.split('\n').flatMap((line) => line.trim() || [])
  return text.trim() === '' ? null : text
}

/** An editable copy of a text with what the correction changes. What is typed is stored until it is saved or discarded. */
export function CorrectionForm({ field, draft, proposed, stored, setOpen }: Correction) {
  const { correct } = useDifference()
  const [text, setText] = useState(stored ?? proposed)
  const save = useMutation({
    mutationFn: async () => correct?.(field, correctedValue(field, text)),
    onSuccess: close
  })
  const isChanged = text !== proposed
  function type(value: string) {
    if (value === proposed) drafts.delete(draft)
    else drafts.write(draft, value)
    setOpen(true)
    setText(value)
  }
  function close() {
    drafts.delete(draft)
    setOpen(false)
  }
  return (
    <div className={classes.correction}>
      <Textarea
        label={texts.label(fieldName(field))}
        description={texts.hint[formOf(field) as 'html']}
        autosize
        autoFocus={stored === undefined}
        minRows={formOf(field) === 'text' ? 1 : 3}
        maxRows={16}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isChanged) save.mutate()
          else if (event.key === 'Escape') event.currentTarget.blur()
          else return
          event.preventDefault()
        }}
      />
      {isChanged && <TextDifference before={proposed} after={text} onlyWords />}
      {save.error && <ErrorAlert error={save.error} />}
      <Group gap="xs">
        <Button size="xs" disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
          {texts.save}
        </Button>
        <Button size="xs" variant="default" disabled={save.isPending} onClick={close}>
          {texts.discard}
        </Button>
        <Text fz="xs" c="dimmed" flex="1 1 200px">
          {texts.meaning}
        </Text>
      </Group>
    </div>
  )
}

/** Says who has corrected a field, and how the vendor had written it. */
export function CorrectionNote({ field }: { field: string }) {
  const { entry } = useDifference()
  const corrections = entry.corrections.filter((one) => one.field === field)
  return corrections.map(({ variantId, vendorValue, correctedValue, correctedAt, correctedBy }) => (
    <Note key={variantId}>
      {texts.by(correctedBy.name ?? '', formatAgo(correctedAt))}
      <TextDifference before={writtenOf(vendorValue)} after={writtenOf(correctedValue)} onlyWords />
    </Note>
  ))
}

function writtenOf(value: unknown): string {
  const isText = typeof value === 'string' || Array.isArray(value) || value === null
  return isText ? textOf(value) : JSON.stringify(value, null, 1)
}
