import { Button, Checkbox, Divider, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ToolButton } from '../tool-button.tsx'
import type { ChangeLayout, GridLayout } from './use-grid-layout.ts'

type Props = {
  /** The columns that can be hidden. */
  columns: readonly { key: string; label: string }[]
  layout: GridLayout
  onChange: ChangeLayout
}

/** Chooses the columns of a grid and the height of its rows. */
export function LayoutMenu({ columns, layout, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { hidden, widths, isCompact } = layout
  return (
    <Popover position="bottom-end" shadow="md" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <ToolButton icon={IconColumns3} text={t.grid.columns} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t.grid.columns}>
          {columns.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={!hidden.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ hidden: checked ? hidden.filter((one) => one !== key) : [...hidden, key] })
              }
            />
          ))}
          <Divider />
          <Checkbox
            label={t.grid.compact}
            checked={isCompact}
            onChange={(event) => onChange({ isCompact: event.currentTarget.checked })}
          />
          {Object.keys(widths).length > 0 && (
            <Button variant="default" size="xs" onClick={() => onChange({ widths: {} })}>
              {t.grid.resetWidths}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
