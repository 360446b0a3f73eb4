import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Input,
  Menu,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  Tooltip
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { moderatedFields } from '../moderated-fields.ts'
import classes from './editor.module.css'
import type { PartProps } from './part-props.ts'
import { messageAt } from './rule-faults.ts'
import type { FormReason } from './rule-form.ts'

const maxReasons = 50

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
    <Stack gap="xs" role="group" aria-label={t.rules.form.reasons}>
      <div>
        <Input.Label labelElement="div">{t.rules.form.reasons}</Input.Label>
        <Input.Description>{t.rules.form.reasonsHint}</Input.Description>
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
          aria-label={t.rules.form.reason(number)}
          autosize
          minRows={1}
          maxLength={2000}
          value={reason.text}
          onChange={(event) => onChange({ ...reason, text: event.currentTarget.value })}
          error={error || undefined}
        />
        <Group gap="xs">
          <Text fz="xs" c="dimmed">
            {t.rules.form.about}
          </Text>
          <NativeSelect
            size="xs"
            aria-label={t.rules.form.aboutReason(number)}
            data={pointersWith(reason.pointer)}
            value={reason.pointer ?? ''}
            onChange={(event) => onChange({ ...reason, pointer: event.currentTarget.value || null })}
          />
          {reason.code && <Badge color="gray">{reason.code}</Badge>}
        </Group>
      </Stack>
      <Tooltip label={t.rules.form.removeReason(number)}>
        <ActionIcon onClick={onRemove} aria-label={t.rules.form.removeReason(number)}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Returns what a reason can be about. A pointer of an integration is shown as it is. */
function pointersWith(pointer: string | null) {
  const known = Object.entries(moderatedFields).map(([field, label]) => ({ value: `/${field}`, label }))
  const options = [{ value: '', label: t.rules.form.wholeProduct }, ...known]
  if (pointer && !options.some(({ value }) => value === pointer))
    options.push({ value: pointer, label: pointer })
  return options
}

type AddProps = {
  buttonRef: React.RefObject<HTMLButtonElement | null>
  isInvalid: boolean
  onAdd: (reason: FormReason) => void
}

function AddReason({ buttonRef, isInvalid, onAdd }: AddProps) {
  const { data: templates } = useReasonTemplates()
  return (
    <Menu position="bottom-start" returnFocus={false} width={340}>
      <Menu.Target>
        <Button
          ref={buttonRef}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-invalid={isInvalid || undefined}
          style={{ alignSelf: 'flex-start' }}
        >
          {t.rules.form.addReason}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onAdd({ code: null, pointer: null, text: '' })}>
          {t.rules.form.ownReason}
        </Menu.Item>
        <Menu.Divider />
        {templates?.map(({ id, code, text, fields }) => (
          <Menu.Item key={id} onClick={() => onAdd({ code, text, pointer: pointerFor(fields) })}>
            <Text fz="sm">{text}</Text>
            <Text fz="xs" c="dimmed">
              {code}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the pointer to the field of a template that is for one field only. */
function pointerFor([field, other]: readonly string[]): string | null {
  return field && !other && Object.hasOwn(moderatedFields, field) ? `/${field}` : null
}
