import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { useMemo } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Grid } from '../../../ui/grid/grid.tsx'
import { GridFrame } from '../../../ui/grid/grid-frame.tsx'
import type { GridColumn } from '../../../ui/grid/grid-types.ts'
import { unitLabel } from '../field-label.ts'
import { useCategoryIndex } from '../use-category-index.ts'
import { useMarket } from '../use-market.ts'
import { cellsOf, type ItemEdits, rowProblem, textOfValue } from './corrected-items.ts'
import {
  attributeOf,
  columnOf,
  columnsOf,
  errorsOf,
  type FailedRow,
  fieldAt,
  fieldsOfRow,
  rowsOf,
  valueAt,
  variantsOf
} from './failed-rows.ts'
import type { FailedItem } from './use-failed-items.ts'

type Props = {
  items: readonly FailedItem[]
  edits: ItemEdits
  onEdit: ((edits: { index: number; field: string; text: string }[]) => void) | undefined
}

/** The failed items of an import with their faults at the cells. */
export function FailedGrid({ items, edits, onEdit }: Props) {
  const categories = useCategoryIndex()
  const { data: market } = useMarket()
  const isEditable = onEdit !== undefined
  const weightUnit = market?.weightUnit
  const rows = useMemo(() => rowsOf(items), [items])
  const columns = useMemo(
    () => gridColumns(rows, { categories, weightUnit, isEditable }),
    [rows, categories, weightUnit, isEditable]
  )
  const cells = useMemo(
    () => new Map(rows.map((row) => [row, cellsOf(row, categories, edits[row.item.index], market)])),
    [rows, categories, edits, market]
  )
  return (
    <GridFrame>
      <Grid
        label={importsTexts.job.failedLabel}
        isWrapping
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        labelOf={rowLabel}
        editsOf={(row) => cells.get(row)}
        onEdit={
          onEdit &&
          ((changes) =>
            onEdit(
              changes.flatMap(({ index, column, text }) => {
                const row = rows[index]
                const field =
                  row && columns.some(({ key }) => key === column) ? editedField(row, column) : undefined
                return row && field !== undefined ? [{ index: row.item.index, field, text }] : []
              })
            ))
        }
      />
    </GridFrame>
  )
}

/** Columns with long texts are wider, and so are those with faults. */
const widths: Record<string, number> = { product: 240, full_description: 260, category_ids: 220 }

type Shown = { categories: CategoryIndex; weightUnit: string | undefined; isEditable: boolean }

function gridColumns(
  rows: readonly FailedRow[],
  { categories, weightUnit, isEditable }: Shown
): GridColumn<FailedRow>[] {
  const withFault = new Set(
    rows.flatMap((row) => errorsOf(row).map(({ field }) => field && columnOf(row, field)))
  )
  const widthOf = (column: string) => Math.max(widths[column] ?? 140, withFault.has(column) ? 220 : 0)
  // The SKU stays in view, and the columns with faults come next.
  const [sku = '', ...others] = columnsOf(rows)
  const ordered = [
    sku,
    ...others.filter((column) => withFault.has(column)),
    ...others.filter((one) => !withFault.has(one))
  ]
  const problem: GridColumn<FailedRow> = {
    ...{ key: ' problem', label: importsTexts.faults.problem, width: 280 },
    textOf: problemText
  }
  const hasProblem = rows.some((row) => problemText(row) !== '')
  const [first, ...rest] = ordered.map(
    (column): GridColumn<FailedRow> => ({
      ...{ key: column, label: columnLabel(column, weightUnit), width: widthOf(column) },
      textOf: (row) => cellText(row, column, categories),
      ...(isEditable && { isEditable: (row: FailedRow) => editedField(row, column) !== undefined })
    })
  )
  return [...(first ? [first] : []), ...(hasProblem ? [problem] : []), ...rest]
}

/** Returns the field that is edited in a cell, or undefined if the cell can't be edited. */
function editedField(row: FailedRow, column: string): string | undefined {
  return row.item.line === undefined ? fieldAt(row, column) : undefined
}

function cellText(row: FailedRow, column: string, categories: CategoryIndex): string {
  const variants = column === 'variants' && row.variant === undefined ? variantsOf(row.item) : undefined
  if (variants) return formatNumber(variants.length)
  const field = fieldAt(row, column)
  return field === undefined ? '' : textOfValue(column, valueAt(row.item, field), categories)
}

function problemText(row: FailedRow): string {
  const text = rowProblem(row)
  return row.item.line === undefined ? text : `${text}: ${row.item.line}`
}

function rowLabel(row: FailedRow): string {
  const { code, sku } = fieldsOfRow(row)
  const own = code ?? sku
  if (own !== undefined) return String(own)
  return row.variant === undefined ? String(row.item.index + 1) : importsTexts.variant(row.variant + 1)
}

function columnLabel(column: string, weightUnit: string | undefined): string {
  return attributeOf(column) ?? unitLabel(column, weightUnit)
}
