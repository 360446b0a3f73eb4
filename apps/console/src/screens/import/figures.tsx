import { Text } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import classes from './figures.module.css'

type Figure = { label: string; count: number; isBad?: boolean }

/** Counts in a row, with their names. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, count, isBad }) => (
        <div key={label}>
          <Text component="dt" c="dimmed" fz="sm">
            {label}
          </Text>
          <dd
            className={classes.count}
            data-bad={(isBad && count > 0) || undefined}
            data-zero={count === 0 || undefined}
          >
            {formatNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
