import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { Section } from '../../../ui/section.tsx'
import { SortableRows } from '../../../ui/sortable-rows.tsx'

type Props<Row> = {
  title: string
  hint?: string
  /** Says that there are no rows. */
  empty: string
  addText: string
  rows: Row[]
  max: number
  isReadOnly: boolean
  error: string | undefined
  nameOf: (row: Row, index: number) => string
  newRow: () => Row
  onChange: (rows: Row[]) => void
  children: (row: Row, index: number) => ReactNode
  notes?: ReactNode
}

/** A part of the form with rows that are added, moved and removed. */
export function ListSection<Row extends { key: string }>(props: Props<Row>) {
  const { title, hint, empty, addText, rows, max, isReadOnly, error, nameOf, newRow, onChange } = props
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Section title={title} {...(hint !== undefined && { hint })}>
      <Stack gap="sm">
        {rows.length === 0 && <Text c="dimmed">{empty}</Text>}
        {rows.length > 0 && (
          <SortableRows
            rows={rows}
            nameOf={nameOf}
            isReadOnly={isReadOnly}
            label={title}
            onChange={onChange}
            onRemoved={() => addButton.current?.focus()}
          >
            {props.children}
          </SortableRows>
        )}
        {error && (
          <Text fz="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {props.notes}
        {!isReadOnly && rows.length < max && (
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...rows, newRow()])}
            style={{ alignSelf: 'flex-start' }}
          >
            {addText}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
