import { ActionIcon, Button, Group, PasswordInput, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { newKey } from '../../../ui/new-key.ts'
import type { FormFaults } from '../../../ui/use-form-faults.ts'
import classes from './form.module.css'
import { type HeaderValues, isRepeated } from './webhook-values.ts'

const maxHeaders = 5

type Props = {
  /** The names of the headers that are stored. */
  stored: readonly string[]
  /** Undefined if the stored headers stay as they are. */
  rows: readonly HeaderValues[] | undefined
  onChange: (rows: readonly HeaderValues[] | undefined) => void
  faults: FormFaults
}

/** The headers to send with each request. The stored values are never shown, so they can only be replaced. */
export function HeaderFields({ stored, rows, onChange, faults }: Props) {
  if (!rows && stored.length > 0)
    return (
      <Stack gap="xs" align="flex-start">
        <Text>{texts.storedHeaders(stored.join(', '))}</Text>
        <Button variant="default" size="xs" onClick={() => onChange(stored.map((name) => headerOf(name)))}>
          {texts.replaceHeaders}
        </Button>
      </Stack>
    )
  const shown = rows ?? []
  const set = (index: number, change: Partial<HeaderValues>) =>
    onChange(shown.map((row, at) => (at === index ? { ...row, ...change } : row)))
  const error = faults.at('/headers')
  return (
    <Stack gap="sm" align="stretch">
      {shown.map((row, index) => (
        <HeaderRow
          key={row.key}
          row={row}
          position={index + 1}
          error={
            isRepeated(shown, index)
              ? texts.repeatedHeader
              : faults.at(`/headers/${row.name.trim().replaceAll('~', '~0').replaceAll('/', '~1')}`)
          }
          onChange={(change) => set(index, change)}
          onRemove={() => onChange(shown.filter((_, at) => at !== index))}
        />
      ))}
      {error && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {error}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={shown.length >= maxHeaders}
          onClick={() => onChange([...shown, headerOf('')])}
        >
          {texts.addHeader}
        </Button>
        {rows && stored.length > 0 && (
          <Button variant="subtle" size="xs" onClick={() => onChange(undefined)}>
            {texts.keepHeaders}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function headerOf(name: string): HeaderValues {
  return { key: newKey(), name, value: '' }
}

type RowProps = {
  row: HeaderValues
  position: number
  error: string | undefined
  onChange: (change: Partial<HeaderValues>) => void
  onRemove: () => void
}

function HeaderRow({ row, position, error, onChange, onRemove }: RowProps) {
  const remove = texts.removeHeader(position)
  return (
    <div className={classes.header}>
      <TextInput
        aria-label={texts.headerNumber(texts.headerName, position)}
        placeholder="Authorization"
        value={row.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        aria-label={texts.headerNumber(texts.headerValue, position)}
        placeholder={texts.headerValue}
        value={row.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        autoComplete="off"
      />
      <Tooltip label={remove}>
        <ActionIcon size="lg" aria-label={remove} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
