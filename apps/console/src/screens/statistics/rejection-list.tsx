import { Button, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { statisticsTexts } from '../../texts/statistics.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import classes from './statistics.module.css'

/** The number of rows that are shown at first, and that are added at a time. */
export const rowsPerStep = 10

type Props<Row> = {
  title: string
  columns: [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  onShow?: (count: number) => void
}

/** A ranking with its first rows, and a button that shows more of them. */
export function RejectionList<Row>({ title, columns, rows, keyOf, onShow }: Props<Row>) {
  const [count, setCount] = useState(rowsPerStep)
  const id = useId()
  const more = Math.min(rowsPerStep, rows.length - count)
  function showMore() {
    setCount(count + rowsPerStep)
    onShow?.(count + rowsPerStep)
  }
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        columns={columns}
        rows={rows.slice(0, count)}
        keyOf={keyOf}
        empty={<Text c="dimmed">{statisticsTexts.noRejections}</Text>}
        isNarrow
      />
      {more > 0 && (
        <Button variant="subtle" size="xs" my="xs" onClick={showMore}>
          {statisticsTexts.showMore(more)}
        </Button>
      )}
    </section>
  )
}

/** A share from 0 to 1 as a short bar, with the number beside it. */
export function Share({ share, children }: { share: number; children: string }) {
  return (
    <span className={classes.share}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${100 * share}%` }} />
      </span>
      {children}
    </span>
  )
}
