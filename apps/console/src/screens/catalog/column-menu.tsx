import { Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ToolButton } from '../../ui/tool-button.tsx'
import type { ColumnKey } from './columns.tsx'

const keys = Object.keys(t.catalog.columns) as ColumnKey[]
/** The name is always shown. */
const optional = keys.filter((key) => key !== 'name')

/** Returns the columns that are shown, which the browser remembers, and a function that shows or hides one. */
export function useColumns(): [shown: readonly ColumnKey[], set: (key: ColumnKey, isShown: boolean) => void] {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: 'purveyor-catalog-hidden-columns',
    // Not all columns fit into most windows.
    defaultValue: ['listPrice'],
    getInitialValueInEffect: false
  })
  const shown = useMemo(() => keys.filter((key) => key === 'name' || !hidden.includes(key)), [hidden])
  return [
    shown,
    (key, isShown) => setHidden((all) => [...all.filter((one) => one !== key), ...(isShown ? [] : [key])])
  ]
}

type Props = { shown: readonly ColumnKey[]; onChange(key: ColumnKey, isShown: boolean): void }

/** Chooses the columns of the grid. */
export function ColumnMenu({ shown, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover position="bottom-end" shadow="md" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <ToolButton icon={IconColumns3} text={t.catalog.chooseColumns} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t.catalog.chooseColumns}>
          {optional.map((key) => (
            <Checkbox
              key={key}
              label={t.catalog.columns[key]}
              checked={shown.includes(key)}
              onChange={(event) => onChange(key, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
