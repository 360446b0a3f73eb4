import { Indicator, Popover, Skeleton, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { IconButton, ToolButton } from './tool-button.tsx'

type Props = {
  /** Names the button, such as `2 filters are set`. */
  label: string
  /** How many of the filters are set. */
  active: number
  width: number
  /** The height of the filters, in pixels, while they are loaded. */
  height: number
  /** The text of the button. By default, it is only an icon. */
  text?: string
  /** Renders the filters, which can close the popover. */
  children: (close: () => void) => ReactNode
}

/** A button with the filters that aren't always in view. */
export function FilterPopover({ label, active, width, height, text, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = { icon: IconFilter, label, onClick: () => setOpen(!isOpen) }
  return (
    <Popover
      width={width}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      opened={isOpen}
      onChange={setOpen}
    >
      <Indicator disabled={active === 0} label={active} size={15} color="brand">
        <Popover.Target>
          {text === undefined ? <IconButton {...button} /> : <ToolButton text={text} {...button} />}
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        {/* The focus is here first: a list that gets it would open, and cover the other filters. */}
        <Stack gap="sm" tabIndex={-1} data-autofocus>
          <Suspense fallback={<Skeleton h={height} />}>{children(() => setOpen(false))}</Suspense>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
