import { ActionIcon, type ActionIconProps, Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

type ButtonProps = Omit<ComponentProps<'button'>, 'children' | 'color' | 'style'> & {
  icon: TablerIcon
  loading?: boolean
}
type Props = ButtonProps & {
  text: string
  /** Names the button if it says more than the text. */
  label?: string | undefined
}

/** A button above a list. In a narrow window, it is only an icon with a tooltip. */
export function ToolButton({ text, label = text, ...others }: Props) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <IconButton variant="default" size="input-sm" label={label} {...others} />
  const { icon: Icon, ...button } = others
  return (
    <Button
      variant="default"
      px="sm"
      leftSection={<Icon size={17} aria-hidden />}
      aria-label={label}
      {...button}
    >
      {text}
    </Button>
  )
}

type IconProps = ButtonProps & Pick<ActionIconProps, 'variant' | 'size'> & { label: string }

/** A button that is only an icon. Its tooltip is hidden while it has opened something. */
export function IconButton({ icon: Icon, label, ...others }: IconProps) {
  return (
    <Tooltip label={label} disabled={others['aria-expanded'] === true}>
      <ActionIcon aria-label={label} {...others}>
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
