import { Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './record-table.module.css'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

type Props<Row> = {
  /** Says what the table lists. */
  label: string
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The buttons of a row. */
  actions?: ((row: Row) => ReactNode) | undefined
}

/** A list as a table, or as cards in a narrow window. */
export function RecordTable<Row>(props: Props<Row>) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return isWide ? <Wide {...props} /> : <Cards {...props} />
}

function Wide<Row>({ label, columns, rows, keyOf, actions }: Props<Row>) {
  const [name, ...others] = columns
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing="sm" highlightOnHover aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.label} scope="col" ta={column.isNumber ? 'end' : undefined}>
                {column.label}
              </Table.Th>
            ))}
            {actions && <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              <Table.Th scope="row" fw={400}>
                {name.cell(row)}
              </Table.Th>
              {others.map((column) => (
                <Table.Td key={column.label} ta={column.isNumber ? 'end' : undefined}>
                  {column.cell(row)}
                </Table.Td>
              ))}
              {actions && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Cards<Row>({ label, columns: [name, ...others], rows, keyOf, actions }: Props<Row>) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <Paper key={keyOf(row)} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <div className={classes.name}>{name.cell(row)}</div>
            {actions?.(row)}
          </Group>
          <Stack component="dl" gap={4} m={0} mt={6}>
            {others.map((column) => (
              <Group key={column.label} gap="xs" wrap="nowrap" align="baseline">
                <Text component="dt" c="dimmed" fz="sm" className={classes.label}>
                  {column.label}
                </Text>
                <Text component="dd" m={0} className={classes.name}>
                  {column.cell(row)}
                </Text>
              </Group>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
