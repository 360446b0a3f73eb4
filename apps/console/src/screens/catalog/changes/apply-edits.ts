import { notifications } from '@mantine/notifications'
import { catalogTexts } from '../../../texts/catalog.ts'
import type { GridEdit } from '../../../ui/grid/grid-types.ts'
import { type CatalogRow, isEditable } from '../../../ui/products/product-row.ts'
import { type ChangeSet, type EditedField, editedFields } from './change-set.ts'

type Rows = {
  rowAt(index: number): CatalogRow | undefined
  readRows(first: number, last: number): Promise<readonly CatalogRow[]>
  /** True for a row that was read from the end of the list. All rows after it are loaded too. */
  isFromEnd(index: number): boolean
  /** The latest change when the first rows were read. */
  since: string | undefined
}

const fields = new Set<string>(editedFields)

/**
 * Applies what was typed or pasted, also to rows that aren't loaded. Cells that can't be edited, and those beyond the
 * last row, are left out, and a message says how many.
 */
export async function applyEdits(edits: GridEdit[], changes: ChangeSet, rows: Rows): Promise<void> {
  const rowOf = await rowsFor(edits, rows)
  const known = edits.flatMap(({ index, column, text }) => {
    const row = rowOf(index)
    return row ? [{ row, column, text }] : []
  })
  const cells = known.flatMap(({ row, column, text }) =>
    fields.has(column) && isEditable(row) ? [{ row, field: column as EditedField, text }] : []
  )
  if (changes.rows.size === 0) changes.since = rows.since
  changes.edit(cells)
  const skipped = filled(known) - filled(cells)
  const beyond = filled(edits) - filled(known)
  if (skipped > 0) notifications.show({ message: catalogTexts.skipped(skipped), color: 'blue' })
  if (beyond > 0) notifications.show({ message: catalogTexts.beyondEnd(beyond), color: 'amber' })
}

/** Returns the number of cells with a text. Spreadsheets paste empty cells between the columns that were filled in. */
function filled(cells: readonly { text: string }[]): number {
  return cells.filter(({ text }) => text !== '').length
}

/** Returns a function that returns the row of an edit. Rows that aren't loaded are read. */
async function rowsFor(edits: GridEdit[], { rowAt, readRows, isFromEnd }: Rows): Promise<Rows['rowAt']> {
  const first = edits[0]?.index ?? 0
  if (isFromEnd(first) || edits.every(({ index }) => rowAt(index) !== undefined)) return rowAt
  const read = await withNotice(readRows(first, edits.at(-1)?.index ?? first))
  return (index) => read[index - first]
}

/** Says that rows are being read if that takes a while. */
async function withNotice<T>(reading: Promise<T>): Promise<T> {
  const id = 'catalog-reading'
  const timer = setTimeout(() => {
    notifications.show({
      id,
      message: catalogTexts.reading,
      loading: true,
      autoClose: false,
      withCloseButton: false
    })
  }, 500)
  try {
    return await reading
  } finally {
    clearTimeout(timer)
    notifications.hide(id)
  }
}
