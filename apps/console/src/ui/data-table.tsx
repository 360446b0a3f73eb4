import { Anchor, Checkbox, Paper, Skeleton, Table, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { t } from '../texts/texts.ts'
import classes from './data-table.module.css'

export type Column<Row> = {
  /** Identifies the column. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** A second line, which isn't part of the link of the row. */
  detail?: (row: Row) => ReactNode
  isNumber?: boolean
  /**
   * The values of `sort` that sort by this column: the one of the first click, and the opposite one, if there is one. A
   * value that begins with `-` is descending.
   */
  sorts?: readonly [first: string, second?: string]
  /** The least width of the window, in em, in which the table has this column. Cards have all columns. */
  from?: number
  /** The width in pixels, or the part of the table, such as `40%`. Texts that are cut need a part. */
  width?: number | string
  /** Explains the heading while the pointer rests on it. */
  hint?: string
}

type Selection = {
  has: (key: string) => boolean
  set: (key: string, isSelected: boolean) => void
  isAll: boolean
  isSome: boolean
  setAll: (isSelected: boolean) => void
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
  /** The page of a row, which a click anywhere on the row opens. */
  href?: ((row: Row) => string) | undefined
  /** The value of `sort` by which the rows are sorted. */
  sort?: string | undefined
  onSort?: (sort: string) => void
  /** The result of `useRowSelection`. Without it, no row can be selected. */
  selection?: Selection | undefined
  /** True while there are no rows yet, because they are read for the first time. */
  isLoading?: boolean
  /** True while the rows of another filter or order are read. */
  isRefreshing?: boolean
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode
  /** True if the columns fit into the narrowest windows. They then have no cards. */
  isNarrow?: boolean
}

/** The least width of the window for a table, in em. In a narrower one, each row is a card. */
const tableFrom = 48
const skeletonRows = 8

/** A list as a table, or as cards in a narrow window. */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, isLoading, empty, isNarrow = false } = props
  const isWide = useMinWidths([isNarrow ? 0 : tableFrom])[0]
  if (rows.length === 0 && !isLoading && empty !== undefined) return empty
  return isWide ? <Wide {...props} /> : <Cards {...props} />
}

function Wide<Row>({ columns, ...props }: Props<Row>) {
  const { label, rows, keyOf, actions, selection, isLoading, isRefreshing } = props
  const isShown = useMinWidths(columns.map(({ from = 0 }) => from))
  const shown = columns.filter((_, index) => isShown[index])
  return (
    <div className={classes.scroll} data-refreshing={isRefreshing || undefined}>
      <Table className={classes.table} aria-label={label} aria-busy={isLoading || isRefreshing}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th className={classes.check}>
                <SelectAll selection={selection} />
              </Table.Th>
            )}
            {shown.map((column) => (
              <Heading key={column.key} column={column} {...props} />
            ))}
            {actions && <Table.Td className={classes.actions} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={shown} {...props} />
          ))}
          {isLoading && rows.length === 0 && <SkeletonRows width={shown.length + (selection ? 1 : 0)} />}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Heading<Row>({
  column: { label, isNumber, sorts, width, hint },
  sort,
  onSort
}: { column: Column<Row> } & Pick<Props<Row>, 'sort' | 'onSort'>) {
  const cell = { scope: 'col', 'data-number': isNumber || undefined, style: width ? { width } : {} }
  if (!sorts || !onSort)
    return (
      <Table.Th {...cell}>
        <Tooltip label={hint} disabled={!hint}>
          <span>{label}</span>
        </Tooltip>
      </Table.Th>
    )
  const [first, second] = sorts
  const isSorted = sort !== undefined && sorts.includes(sort)
  const direction = (isSorted ? sort : first).startsWith('-') ? 'descending' : 'ascending'
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <Table.Th {...cell} aria-sort={isSorted ? direction : 'none'}>
      <Tooltip label={hint} disabled={!hint}>
        <UnstyledButton
          className={classes.sort}
          fz="inherit"
          data-sorted={isSorted || undefined}
          onClick={() => onSort(sort === first && second !== undefined ? second : first)}
        >
          {label}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      </Tooltip>
    </Table.Th>
  )
}

type RowProps<Row> = { row: Row } & Pick<Props<Row>, 'columns' | 'keyOf' | 'actions' | 'href' | 'selection'>

function TableRow<Row>({
  row,
  columns,
  keyOf,
  actions,
  href,
  selection
}: Omit<RowProps<Row>, 'columns'> & { columns: readonly Column<Row>[] }) {
  const nameId = useId()
  const key = keyOf(row)
  return (
    <Table.Tr
      className={classes.row}
      data-opens={href !== undefined || undefined}
      data-selected={selection?.has(key) || undefined}
    >
      {selection && (
        <Table.Td className={classes.check}>
          <SelectRow selection={selection} row={key} nameId={nameId} />
        </Table.Td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <Table.Th key={column.key} scope="row" {...cellOf(column)}>
            <Name row={row} column={column} href={href} id={nameId} />
          </Table.Th>
        ) : (
          <Table.Td key={column.key} {...cellOf(column)}>
            <Content row={row} column={column} />
          </Table.Td>
        )
      )}
      {actions && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
    </Table.Tr>
  )
}

function cellOf<Row>({ isNumber, width }: Column<Row>) {
  return { 'data-number': isNumber || undefined, 'data-part': typeof width === 'string' || undefined }
}

function Content<Row>({ row, column: { cell, detail } }: { row: Row; column: Column<Row> }) {
  return (
    <>
      {cell(row)}
      {detail && <Detail>{detail(row)}</Detail>}
    </>
  )
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" fz="xs" truncate>
      {children}
    </Text>
  )
}

/** The first cell of a row. Its link covers the whole row. */
function Name<Row>({
  row,
  column: { cell, detail },
  href,
  id
}: { row: Row; column: Column<Row>; id: string } & Pick<Props<Row>, 'href'>) {
  const name = href ? (
    <Anchor component={Link} href={href(row)} underline="never" inherit className={classes.link}>
      {cell(row)}
    </Anchor>
  ) : (
    cell(row)
  )
  return (
    <>
      <div id={id}>{name}</div>
      {detail && <Detail>{detail(row)}</Detail>}
    </>
  )
}

function SelectAll({ selection }: { selection: Selection }) {
  return (
    <Checkbox
      size="xs"
      aria-label={t.lists.selectAll}
      checked={selection.isAll}
      indeterminate={selection.isSome}
      onChange={(event) => selection.setAll(event.currentTarget.checked)}
    />
  )
}

/** The name of the checkbox is “Select” and the name of the row. */
function SelectRow({ selection, row, nameId }: { selection: Selection; row: string; nameId: string }) {
  const id = useId()
  return (
    <Checkbox
      id={id}
      size="xs"
      aria-label={t.lists.select}
      aria-labelledby={`${id} ${nameId}`}
      checked={selection.has(row)}
      onChange={(event) => selection.set(row, event.currentTarget.checked)}
    />
  )
}

function SkeletonRows({ width }: { width: number }) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
    <Table.Tr key={row}>
      {Array.from({ length: width }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all the same
        <Table.Td key={column}>
          <Skeleton h={14} my={4} maw={column === 0 ? 220 : 120} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}

function Cards<Row>({ columns, ...props }: Props<Row>) {
  const { label, rows, keyOf, isLoading, isRefreshing } = props
  return (
    <ul
      className={classes.cards}
      aria-label={label}
      aria-busy={isLoading || isRefreshing}
      data-refreshing={isRefreshing || undefined}
    >
      {rows.map((row) => (
        <Card key={keyOf(row)} row={row} columns={columns} {...props} />
      ))}
      {isLoading &&
        rows.length === 0 &&
        Array.from({ length: skeletonRows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
          <Skeleton key={index} component="li" h={112} radius="md" />
        ))}
    </ul>
  )
}

function Card<Row>({ row, columns: [name, ...others], keyOf, actions, href, selection }: RowProps<Row>) {
  const nameId = useId()
  const key = keyOf(row)
  return (
    <Paper
      component="li"
      withBorder
      className={classes.card}
      data-opens={href !== undefined || undefined}
      data-selected={selection?.has(key) || undefined}
    >
      <div className={classes.head}>
        {selection && (
          <div className={classes.check}>
            <SelectRow selection={selection} row={key} nameId={nameId} />
          </div>
        )}
        <div className={classes.name}>
          <Name row={row} column={name} href={href} id={nameId} />
        </div>
        {actions && <div className={classes.actions}>{actions(row)}</div>}
      </div>
      <dl className={classes.values}>
        {others.map((column) => (
          <div key={column.key}>
            <dt>{column.label}</dt>
            <dd>
              <Content row={row} column={column} />
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

/** Returns for each width, in em, whether the window is at least as wide. */
function useMinWidths(widths: readonly number[]): boolean[] {
  const matches = useSyncExternalStore(onResize, () =>
    widths.map((width) => Number(matchMedia(`(min-width: ${width}em)`).matches)).join('')
  )
  return [...matches].map((one) => one === '1')
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
