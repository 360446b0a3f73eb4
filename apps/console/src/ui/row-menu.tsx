import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ComponentType, useRef } from 'react'

export type RowAction = {
  label: string
  icon: ComponentType<{ size?: number }>
  onClick: () => void
  isDangerous?: boolean
}

/** The menu of a row. Without actions, there is no button. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: text, icon: Icon, onClick, isDangerous }) => (
          <Menu.Item
            key={text}
            {...(isDangerous && { color: 'red' })}
            leftSection={<Icon size={16} />}
            onClick={() => {
              // Dialogs return the focus to the element that had it, which the items of a closed menu can't have.
              button.current?.focus()
              onClick()
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
