import { Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './text.module.css'

type Props = {
  /** True for what a reviewer must not overlook. */
  isWarning?: boolean
  children: ReactNode
}

/** A remark about a value. */
export function Note({ isWarning = false, children }: Props) {
  const Icon = isWarning ? IconAlertTriangle : IconInfoCircle
  return (
    <Text component="div" fz="sm" className={isWarning ? classes.warning : classes.note}>
      <Icon size={15} stroke={1.8} aria-hidden className={classes.noteIcon} />
      <div>{children}</div>
    </Text>
  )
}
