import { Table, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './sorted-header.module.css'

type Props = {
  /** How rows are sorted by this column. */
  direction: 'ascending' | 'descending'
  /** True if they are sorted by this column now. */
  isSorted: boolean
  onSort: () => void
  isNumber?: boolean
  hint?: string
  children: ReactNode
}

/** The head of a column by which a table can be sorted. */
export function SortedHeader({ direction, isSorted, onSort, isNumber = false, hint, children }: Props) {
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <Table.Th scope="col" aria-sort={isSorted ? direction : 'none'} ta={isNumber ? 'end' : undefined}>
      <Tooltip label={hint} disabled={!hint}>
        <UnstyledButton
          className={classes.sort}
          data-sorted={isSorted || undefined}
          data-number={isNumber || undefined}
          onClick={onSort}
        >
          {children}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      </Tooltip>
    </Table.Th>
  )
}
