import { ActionIcon, Badge, Group, Input, NativeSelect, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { maxReasons, maxReasonText } from '../../../ui/reason-limits.ts'
import { moderatedFields } from '../moderated-fields.ts'
import { AddReason } from './add-reason.tsx'
import classes from './editor.module.css'
import type { PartProps } from './part-props.ts'
import { messageAt } from './rule-faults.ts'
import type { FormReason } from './rule-form.ts'

/** The reasons that vendors read when the rule rejects. */
export function ReasonsField({ form: { reasons }, faults, onChange }: PartProps) {
  const [added, setAdded] = useState<number>()
  const addButton = useRef<HTMLButtonElement>(null)
  const error = messageAt(faults, '/reasons')
  function add(reason: FormReason) {
    setAdded(reasons.length)
    onChange({ reasons: [...reasons, reason] })
  }
  return (
    <Stack gap="xs" role="group" aria-label={rulesTexts.form.reasons}>
      <div>
        <Input.Label labelElement="div">{rulesTexts.form.reasons}</Input.Label>
        <Input.Description>{rulesTexts.form.reasonsHint}</Input.Description>
      </div>
      {reasons.map((reason, index) => (
        <Reason
          // biome-ignore lint/suspicious/noArrayIndexKey: a reason has no other identity than its place
          key={index}
          reason={reason}
          number={index + 1}
          isNew={index === added}
          error={['text', 'code', 'pointer']
            .map((name) => messageAt(faults, `/reasons/${index}/${name}`))
            .filter(Boolean)
            .join(' · ')}
          onChange={(changed) => onChange({ reasons: reasons.with(index, changed) })}
          onRemove={() => {
            setAdded(undefined)
            onChange({ reasons: reasons.filter((_, other) => other !== index) })
            addButton.current?.focus()
          }}
        />
      ))}
      {error && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {reasons.length < maxReasons && (
        <AddReason buttonRef={addButton} isInvalid={error !== undefined} onAdd={add} />
      )}
    </Stack>
  )
}

type ReasonProps = {
  reason: FormReason
  number: number
  isNew: boolean
  error: string
  onChange: (reason: FormReason) => void
  onRemove: () => void
}

function Reason({ reason, number, isNew, error, onChange, onRemove }: ReasonProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) text.current?.focus()
  }, [isNew])
  return (
    <Group className={classes.condition} wrap="nowrap" align="flex-start">
      <Stack flex={1} miw={0} gap="xs">
        <Textarea
          ref={text}
          aria-label={rulesTexts.form.reason(number)}
          autosize
          minRows={1}
          maxLength={maxReasonText}
          value={reason.text}
          onChange={(event) => onChange({ ...reason, text: event.currentTarget.value })}
          error={error || undefined}
        />
        <Group gap="xs">
          <Text fz="xs" c="dimmed">
            {rulesTexts.form.about}
          </Text>
          <NativeSelect
            size="xs"
            aria-label={rulesTexts.form.aboutReason(number)}
            data={pointersWith(reason.pointer)}
            value={reason.pointer ?? ''}
            onChange={(event) => onChange({ ...reason, pointer: event.currentTarget.value || null })}
          />
          {reason.code && <Badge color="gray">{reason.code}</Badge>}
        </Group>
      </Stack>
      <Tooltip label={rulesTexts.form.removeReason(number)}>
        <ActionIcon onClick={onRemove} aria-label={rulesTexts.form.removeReason(number)}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Returns what a reason can be about. A pointer of an integration is shown as it is. */
function pointersWith(pointer: string | null) {
  const known = Object.entries(moderatedFields).map(([field, label]) => ({ value: `/${field}`, label }))
  const options = [{ value: '', label: rulesTexts.form.wholeProduct }, ...known]
  if (pointer && !options.some(({ value }) => value === pointer))
    options.push({ value: pointer, label: pointer })
  return options
}
