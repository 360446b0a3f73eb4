import { ActionIcon, Indicator, Popover, Skeleton, Stack, Tooltip } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'

type Props = {
  /** Names the button, such as `2 filters are set`. */
  label: string
  /** How many of the filters are set. */
  active: number
  width: number
  /** The height of the filters, in pixels, while they are loaded. */
  height: number
  variant?: string
  size?: string
  /** Renders the filters, which can close the popover. */
  children: (close: () => void) => ReactNode
}

/** A button with the filters that aren't always in view. */
export function FilterPopover({ label, active, width, height, variant, size, children }: Props) {
  const [isOpen, setOpen] = useState(false)
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
      <Popover.Target>
        <Tooltip disabled={isOpen} label={label}>
          <Indicator disabled={active === 0} label={active} size={15} color="brand">
            <ActionIcon variant={variant} size={size} aria-label={label} onClick={() => setOpen(!isOpen)}>
              <IconFilter size={17} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        {/* The focus is here first: a list that gets it would open, and cover the other filters. */}
        <Stack gap="sm" tabIndex={-1} data-autofocus>
          <Suspense fallback={<Skeleton h={height} />}>{children(() => setOpen(false))}</Suspense>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
