import { Button, Paper, Table, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../texts/texts.ts'
import classes from './statistics.module.css'

/** The number of rows that are shown at first, and that are added at a time. */
export const rowsPerStep = 10

type Props<Row> = {
  title: string
  columns: { name: string; isNumber?: boolean }[]
  rows: readonly Row[]
  /** Returns the row of the table. `shown` are the rows that are shown. */
  render: (row: Row) => ReactNode
  onShow?: (count: number) => void
}

/** A ranking with its first rows, and a button that shows more of them. */
export function RejectionList<Row>({ title, columns, rows, render, onShow }: Props<Row>) {
  const [count, setCount] = useState(rowsPerStep)
  const id = useId()
  const more = Math.min(rowsPerStep, rows.length - count)
  function showMore() {
    setCount(count + rowsPerStep)
    onShow?.(count + rowsPerStep)
  }
  return (
    <Paper withBorder component="section" aria-labelledby={id}>
      <Title order={3} id={id} px="md" pt="md" pb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          {t.statistics.noRejections}
        </Text>
      ) : (
        <Table aria-labelledby={id} className={classes.ranking}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, isNumber }) => (
                <Table.Th key={name} scope="col" className={isNumber ? classes.number : undefined}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{rows.slice(0, count).map(render)}</Table.Tbody>
        </Table>
      )}
      {more > 0 && (
        <Button variant="subtle" size="xs" m="xs" onClick={showMore}>
          {t.statistics.showMore(more)}
        </Button>
      )}
    </Paper>
  )
}

/** A share from 0 to 1 as a short bar. The number is beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${100 * share}%` }} />
    </span>
  )
}
