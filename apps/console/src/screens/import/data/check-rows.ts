import { type CatalogRow, readCatalogRows } from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { type FileRow, type RowSource, textOf } from '@purveyor/client/catalog-file/file-rows'
import { guessMapping, type Mapping } from '@purveyor/client/catalog-file/mapping'
import { FileProblem } from './file-problem.ts'
import {
  type CheckInput,
  type CheckResult,
  type Fault,
  maxFaulty,
  previewRows,
  type UnknownCategory
} from './file-types.ts'
import { openRows } from './open-file.ts'
import { fieldsOf } from './update-fields.ts'

/** The number of rows that the service accepts at a time. */
export const maxRows = { create: 1_000_000, update: 50_000 }
/** A Blob of many small parts is slow, so lines are put together to parts of this length. */
const partLength = 1024 * 1024
const maxUnknown = 200

/** Reads all rows and returns the items that they become, with everything that is wrong. */
export async function checkRows(
  input: CheckInput,
  onProgress: (rows: number) => void = () => {}
): Promise<CheckResult> {
  const { file, info, mode, map, serviceFaults } = input
  const { mapping } = guessMapping(info.columns, map, fieldsOf(mode))
  const categories = new Categories(new CategoryIndex(input.categories, map.categories))
  const lines = new Lines()
  const result = { rows: 0, unsendable: 0, preview: [], faulty: [] } as Pick<
    CheckResult,
    'rows' | 'unsendable' | 'preview' | 'faulty'
  >
  let faulty = 0
  for await (const row of readCatalogRows(withEdits(openRows(file, info), input), mapping, fieldsOf(mode))) {
    if (++result.rows > maxRows[mode]) throw new FileProblem('TOO_MANY_ROWS')
    if (result.rows % 5000 === 0) onProgress(result.rows)
    const faults: Fault[] = [...row.faults, ...categories.add(row, mapping)]
    if (mode === 'update') fitUpdate(row.item)
    if (faults.length === 0) lines.add(row.item, row.row.number)
    else result.unsendable++
    // Choosing a category for all of these rows corrects them.
    const isListed = !faults.every(({ code }) => code === 'UNKNOWN_CATEGORY') || faults.length === 0
    const all = faults.length === 0 ? [...(serviceFaults[row.row.number] ?? [])] : faults
    const isShown = result.preview.length < previewRows
    // A row that was edited stays in the grid, so that no row moves while someone types.
    const isEdited = input.edits[row.row.number] !== undefined
    const isFaulty = isEdited || (isListed && all.length > 0 && faulty < maxFaulty)
    if (isFaulty && all.length > 0) faulty++
    if (!isShown && !isFaulty) continue
    const checked = { number: row.row.number, values: valuesOf(row.row), faults: all }
    if (isShown) result.preview.push({ ...checked, item: row.item, isProduct: row.row.product !== undefined })
    if (isFaulty) result.faulty.push(checked)
  }
  if (result.rows === 0) throw new FileProblem('NO_ROWS')
  return { ...result, unknownCategories: categories.list(), ...lines.finish() }
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

/** A bulk update has true and false where a bulk upload has Y and N. */
function fitUpdate(item: Record<string, unknown>): void {
  if (item.is_active !== undefined) item.is_active = item.is_active === 'Y'
}

/** Finds the categories that the rows name. */
class Categories {
  private readonly index: CategoryIndex
  private readonly unknown = new Map<string, UnknownCategory>()

  constructor(index: CategoryIndex) {
    this.index = index
  }

  /** Sets `category_ids` of the item. Returns a fault if the row names a category that can't be used. */
  add({ item, category }: CatalogRow, mapping: Mapping): Fault[] {
    if (category === undefined) return []
    const found = this.index.find(category)
    if (found.ok) {
      if (found.ids.length > 0) item.category_ids = found.ids.join(',')
      return []
    }
    const known = this.unknown.get(found.text)
    if (known) known.rows++
    else if (this.unknown.size < maxUnknown)
      this.unknown.set(found.text, { text: found.text, rows: 1, paths: found.paths })
    const column = mapping.columns.find(({ field }) => field === 'category_ids')?.column ?? null
    const message =
      found.reason === 'missing'
        ? 'is no category of the marketplace'
        : `could be ${found.paths.join(' or ')}`
    return [{ column, field: 'category_ids', code: 'UNKNOWN_CATEGORY', message }]
  }

  /** Returns the categories that can't be used, those of the most rows first. */
  list(): UnknownCategory[] {
    return [...this.unknown.values()].sort((one, other) => other.rows - one.rows)
  }
}

/** Collects items as NDJSON. The browser can store a large Blob on its disk. */
class Lines {
  private readonly parts: Blob[] = []
  private text = ''
  private numbers = new Uint32Array(1024)
  private count = 0

  add(item: Record<string, unknown>, number: number): void {
    this.text += `${JSON.stringify(item)}\n`
    if (this.text.length > partLength) this.flush()
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(2 * this.count)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.count++] = number
  }

  finish(): { body: Blob; numbers: Uint32Array } {
    this.flush()
    return { body: new Blob(this.parts), numbers: this.numbers.slice(0, this.count) }
  }

  private flush(): void {
    if (this.text !== '') this.parts.push(new Blob([this.text]))
    this.text = ''
  }
}
