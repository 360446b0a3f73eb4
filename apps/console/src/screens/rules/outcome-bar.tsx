import { Box, Group, Text } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import classes from './outcome-bar.module.css'

export type Share = {
  kind: 'approved' | 'rejected' | 'queued' | 'rest'
  label: string
  count: number
  detail?: string | undefined
}

type Props = {
  shares: Share[]
  /** The number of which the shares are a part. The rest of the bar is empty. */
  total?: number
}

/** Counts as a bar, and as a legend with the same numbers. Kinds without entries are only in the legend. */
export function OutcomeBar({ shares, total = 0 }: Props) {
  const rest = total - shares.reduce((sum, { count }) => sum + count, 0)
  return (
    <Box>
      <div className={classes.bar} aria-hidden>
        {shares
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <span key={kind} className={classes.part} data-kind={kind} style={{ flexGrow: count }} />
          ))}
        {rest > 0 && <span style={{ flexGrow: rest }} />}
      </div>
      <Group component="ul" gap={4} className={classes.legend}>
        {shares.map(({ kind, label, count, detail }) => (
          <li key={kind}>
            <span className={classes.dot} data-kind={kind} aria-hidden />
            {label}{' '}
            <Text span inherit fw={600} c="var(--mantine-color-text)">
              {formatNumber(count)}
            </Text>
            {detail && ` (${detail})`}
          </li>
        ))}
      </Group>
    </Box>
  )
}
