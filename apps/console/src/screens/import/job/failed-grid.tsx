import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { useMemo } from 'react'
import { t } from '../../../texts/texts.ts'
import { Grid } from '../../../ui/grid/grid.tsx'
import type { GridColumn } from '../../../ui/grid/grid-types.ts'
import { fieldLabel } from '../field-label.ts'
import { GridFrame } from '../grid-frame.tsx'
import { useCategoryIndex } from '../use-category-index.ts'
import { cellsOf, fieldsOfItems, type ItemEdits, rowProblem, textOfValue } from './corrected-items.ts'
import type { FailedItem } from './use-failed-items.ts'

type Props = {
  items: readonly FailedItem[]
  edits: ItemEdits
  onEdit: ((edits: { index: number; field: string; text: string }[]) => void) | undefined
}

/** The failed items of an import with their faults at the cells. */
export function FailedGrid({ items, edits, onEdit }: Props) {
  const categories = useCategoryIndex()
  const isEditable = onEdit !== undefined
  const columns = useMemo(() => columnsFor(items, categories, isEditable), [items, categories, isEditable])
  const cells = useMemo(
    () => new Map(items.map((item) => [item.index, cellsOf(item, categories, edits[item.index])])),
    [items, categories, edits]
  )
  return (
    <GridFrame rows={items.length}>
      <Grid
        label={t.imports.job.failedLabel}
        columns={columns}
        count={items.length}
        rowAt={(index) => items[index]}
        labelOf={({ index, values }) => String(values.code ?? values.sku ?? index + 1)}
        editsOf={({ index }) => cells.get(index)}
        onEdit={
          onEdit &&
          ((changes) =>
            onEdit(
              changes.flatMap(({ index, column, text }) => {
                const item = items[index]
                const isEditable = columns.find(({ key }) => key === column)?.isEditable !== undefined
                return item && isEditable && item.line === undefined
                  ? [{ index: item.index, field: column, text }]
                  : []
              })
            ))
        }
      />
    </GridFrame>
  )
}

/** Columns with long texts are wider. */
const widths: Record<string, number> = {
  product: 240,
  name: 240,
  full_description: 260,
  category_ids: 220,
  description: 260,
  variants: 280
}

function columnsFor(
  items: readonly FailedItem[],
  categories: CategoryIndex,
  isEditable: boolean
): GridColumn<FailedItem>[] {
  const fields = fieldsOfItems(items)
  const withFault = new Set(items.flatMap(({ errors }) => errors.map(({ field }) => field?.split('/', 1)[0])))
  // The SKU stays in view, and the columns with faults come next.
  const [sku = '', ...others] = fields
  const ordered = [
    sku,
    ...others.filter((field) => withFault.has(field)),
    ...others.filter((one) => !withFault.has(one))
  ]
  const problem: GridColumn<FailedItem> = {
    ...{ key: ' problem', label: t.imports.faults.problem, width: 280 },
    textOf: (item) =>
      item.line === undefined ? rowProblem(item, fieldLabel) : `${rowProblem(item, fieldLabel)}: ${item.line}`
  }
  const [first, ...rest] = ordered.map(
    (field): GridColumn<FailedItem> => ({
      ...{ key: field, label: fieldLabel(field), width: widths[field] ?? 140 },
      textOf: ({ values }) => textOfValue(field, values[field], categories),
      ...(isEditable && { isEditable: ({ line }: FailedItem) => line === undefined })
    })
  )
  return first ? [first, problem, ...rest] : [problem]
}
