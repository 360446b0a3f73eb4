import { readCatalogItems } from '@purveyor/client/catalog-file/catalog-items'
import type { CatalogRow } from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { fitUpdate } from '@purveyor/client/catalog-file/field-sets'
import { type FileRow, type RowSource, textOf } from '@purveyor/client/catalog-file/file-rows'
import { ownFields } from '@purveyor/client/catalog-file/item-cells'
import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'
import { fileMapping } from './file-mapping.ts'
import { FileProblem } from './file-problem.ts'
import {
  type CheckedRow,
  type CheckInput,
  type CheckResult,
  type Fault,
  maxFaulty,
  type PreviewRow,
  previewRows
} from './file-types.ts'
import { ItemLines } from './item-lines.ts'
import { openRows } from './open-file.ts'
import { RowCategories } from './row-categories.ts'

/** The number of rows that the service accepts at a time. */
export const maxRows = { create: 1_000_000, update: 50_000 }

/** Reads all rows and returns the items that they become, with everything that is wrong. */
export async function checkRows(
  input: CheckInput,
  onProgress: (rows: number) => void = () => {}
): Promise<CheckResult> {
  const { file, info, mode, map } = input
  const { mapping, known } = fileMapping(input)
  const categories = new RowCategories(new CategoryIndex(input.categories, map.categories))
  const lines = new ItemLines()
  const result = { rows: 0, items: 0, unsendable: 0 }
  const shown = new ShownRows(input)
  const options = { known, market: input.market }
  for await (const item of readCatalogItems(withEdits(openRows(file, info), input), mapping, options)) {
    for (const _ of item.rows) if (++result.rows % 5000 === 0) onProgress(result.rows)
    if (result.rows > maxRows[mode]) throw new FileProblem('TOO_MANY_ROWS')
    result.items++
    const isKnown = categories.add(item, mapping)
    if (mode === 'update') fitUpdate(item.item)
    if (item.isReadable && isKnown) lines.add(item)
    else result.unsendable += item.rows.length
    shown.add(item)
  }
  if (result.rows === 0) throw new FileProblem('NO_ROWS')
  const { preview, faulty, toFix } = shown
  return { ...result, preview, faulty, toFix, unknownCategories: categories.list(), ...lines.finish() }
}

/** Collects the first rows, and the rows with faults. */
class ShownRows {
  readonly preview: PreviewRow[] = []
  readonly faulty: CheckedRow[] = []
  readonly toFix: number[] = []
  private readonly input: Pick<CheckInput, 'edits' | 'serviceFaults'>
  private count = 0

  constructor(input: Pick<CheckInput, 'edits' | 'serviceFaults'>) {
    this.input = input
  }

  add(item: CatalogItem): void {
    const before = this.faulty.length
    for (const row of item.rows) this.addRow(row, item)
    const isBesideFault = !item.isReadable && item.rows.every(({ faults }) => faults.length === 0)
    if (this.faulty.length === before && !isBesideFault) return
    for (const { row } of item.rows) this.toFix.push(row.number)
  }

  private addRow(read: CatalogRow, item: CatalogItem): void {
    const { row, faults } = read
    const { number } = row
    // Choosing a category for all of these rows corrects them.
    const isListed = !faults.every(({ code }) => code === 'UNKNOWN_CATEGORY') || faults.length === 0
    const all: Fault[] = faults.length === 0 ? [...(this.input.serviceFaults[number] ?? [])] : faults
    const isShown = this.preview.length < previewRows
    // A row that was edited stays in the grid, so that no row moves while someone types.
    const isEdited = this.input.edits[number] !== undefined
    const isFaulty = isEdited || (isListed && all.length > 0 && this.count < maxFaulty)
    if (isFaulty && all.length > 0) this.count++
    if (!isShown && !isFaulty) return
    const checked = { number, values: valuesOf(row), faults: all }
    const isFirst = item.rows[0] === read
    const fields = ownFields(item, read)
    if (isShown)
      this.preview.push({ ...checked, item: fields, isProduct: row.product !== undefined, isFirst })
    if (isFaulty) this.faulty.push(checked)
  }
}

/** Replaces the cells that a person has edited. */
export function withEdits(source: RowSource, { edits }: Pick<CheckInput, 'edits'>): RowSource {
  const { columns, rows } = source
  async function* edited(): AsyncGenerator<FileRow> {
    for await (const row of rows()) {
      const changed = edits[row.number]
      if (!changed || row.product) yield row
      else {
        const { fault: _, ...rest } = row
        yield { ...rest, cells: columns.map((_, index) => changed[index] ?? row.cells[index]) }
      }
    }
  }
  return { ...source, rows: edited }
}

function valuesOf(row: FileRow): string[] {
  if (row.product) return [textOf(row.product)]
  if (row.cells.length === 0 && row.line !== undefined) return [row.line]
  return row.cells.map((cell) => (typeof cell === 'string' ? cell : textOf(cell)))
}
