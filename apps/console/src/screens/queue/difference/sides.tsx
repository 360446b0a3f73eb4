import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../texts/texts.ts'
import classes from './sides.module.css'

type Props = {
  before: ReactNode
  after: ReactNode
}

/** Shows the old and the new value side by side, or below each other where that is too narrow. */
export function Sides({ before, after }: Props) {
  return (
    <div className={classes.sides}>
      <Side label={t.difference.before}>{before}</Side>
      <Side label={t.difference.after}>{after}</Side>
    </div>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.side}>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>
        {children || (
          <Text c="dimmed" fz="sm">
            {t.difference.empty}
          </Text>
        )}
      </div>
    </div>
  )
}
