import { catalogTexts } from '../../../texts/catalog.ts'
import type { CellEdit } from '../../../ui/grid/grid-types.ts'
import { checkOptionalPrice, checkPrice, checkStock, typedNumber } from '../../../ui/products/numbers.ts'
import { type CatalogRow, isVariant, keyOf } from '../../../ui/products/product-row.ts'

/** The fields that can be edited in the catalog. */
export const editedFields = ['vendorPrice', 'listPrice', 'stockOnHand'] as const
export type EditedField = (typeof editedFields)[number]

/** A new value of a cell, which was not sent yet. */
export type CellChange = CellEdit & {
  /** The value when it was edited, as the API writes it. Empty if there was none. */
  old: string
  /** The new value as the API writes it. Empty if it is removed, and undefined if what was typed has a fault. */
  value: string | undefined
}

/** The changes of a product with one variant, or of a variant. */
export type RowChange = {
  productId: string
  /** The SKU of the variant, if the product has several. */
  code: string | undefined
  name: string
  sku: string
  cells: Partial<Record<EditedField, CellChange>>
}

/** A text that was typed into a cell. */
export type CellInput = { row: CatalogRow; field: EditedField; text: string }

/** The changes of a row that were sent, and those of them that were refused. */
export type Sent = { key: string; sent: RowChange; left: RowChange | undefined }

type Step = { key: string; row: RowChange | undefined }

/** How many edits can be undone. */
const maxUndo = 100

/** The unsent changes of the catalog. Listeners are called after each change. */
export class ChangeSet {
  readonly rows = new Map<string, RowChange>()
  /** The rows as they were before each edit, to undo it. */
  readonly #undo: Step[][] = []
  readonly #listeners = new Set<() => void>()
  #version = 0

  /** What was changed after this time can be unknown to the person. */
  since: string | undefined

  constructor(stored: Iterable<[string, RowChange]> = [], since?: string) {
    this.since = since
    for (const [key, row] of stored) this.rows.set(key, row)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly version = () => this.#version

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  /** Applies what was typed into cells, as one step that can be undone. Returns the number of cells that were changed. */
  edit(edits: Iterable<CellInput>): number {
    const before = new Map<string, RowChange | undefined>()
    let count = 0
    for (const { row, field, text } of edits) {
      const key = keyOf(row)
      const current = this.rows.get(key)
      const next = withCell(current ?? emptyChange(row), field, changeOf(row, field, text))
      if (!before.has(key)) before.set(key, current)
      count++
      this.#put(key, next)
    }
    if (before.size > 0) this.#remember([...before].map(([key, row]) => ({ key, row })))
    this.#changed()
    return count
  }

  /** Takes changes of cells back, as one step that can be undone. */
  revert(cells: Iterable<{ key: string; field: EditedField }>): void {
    const before = new Map<string, RowChange>()
    for (const { key, field } of cells) {
      const row = this.rows.get(key)
      if (!row?.cells[field]) continue
      if (!before.has(key)) before.set(key, row)
      this.#put(key, withCell(row, field, undefined))
    }
    if (before.size === 0) return
    this.#undo.push([...before].map(([key, row]) => ({ key, row })))
    this.#changed()
  }

  undo(): void {
    const steps = this.#undo.pop()
    for (const { key, row } of steps ?? []) {
      if (row) this.rows.set(key, row)
      else this.rows.delete(key)
    }
    if (steps) this.#changed()
  }

  /** Replaces changes whose old values are others now. */
  rebase(rebased: Iterable<[string, RowChange | undefined]>): void {
    for (const [key, row] of rebased) this.#put(key, row)
    this.#changed()
  }

  /**
   * Replaces changes that were sent by what is left of them. What was edited in the meantime stays. Edits before that
   * can't be undone any more.
   */
  settle(results: readonly Sent[]): void {
    for (const { key, sent, left } of results) this.#put(key, remaining(sent, left, this.rows.get(key)))
    this.#undo.length = 0
    this.#changed()
  }

  clear(): void {
    const steps = [...this.rows].map(([key, row]) => ({ key, row }))
    if (steps.length > 0) this.#remember(steps)
    this.rows.clear()
    this.#changed()
  }

  #remember(steps: Step[]): void {
    this.#undo.push(steps)
    if (this.#undo.length > maxUndo) this.#undo.shift()
  }

  #put(key: string, row: RowChange | undefined): void {
    if (row && Object.keys(row.cells).length > 0) this.rows.set(key, row)
    else this.rows.delete(key)
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

function emptyChange(row: CatalogRow): RowChange {
  const product = isVariant(row) ? row.product : row
  return {
    productId: product.id,
    code: isVariant(row) ? row.sku : undefined,
    name: product.name,
    sku: row.sku,
    cells: {}
  }
}

/** Returns the changes of a row with another change of a cell, or without it. */
export function withCell(row: RowChange, field: EditedField, cell: CellChange | undefined): RowChange {
  const { [field]: old, ...others } = row.cells
  const kept = cell && old ? { ...cell, old: old.old, note: old.note } : cell
  return { ...row, cells: kept && kept.value !== kept.old ? { ...others, [field]: kept } : others }
}

/** Returns what is left of a row: cells that were refused, and those that were edited after the row was sent. */
function remaining(
  sent: RowChange,
  left: RowChange | undefined,
  now: RowChange | undefined
): RowChange | undefined {
  let row: RowChange = { ...sent, cells: {} }
  for (const field of editedFields) {
    const [was, current, refused] = [sent, now, left].map((one) => one?.cells[field])
    if (!current) continue
    const isSame = was !== undefined && current.text === was.text
    const old = refused?.old ?? was?.value ?? current.old
    const cell = isSame ? refused : { ...current, old }
    row = withCell(row, field, cell)
  }
  return row
}

/** Returns the value of a row as the API writes it. */
export function storedValue(row: CatalogRow, field: EditedField): string {
  return String(row[field] ?? '')
}

const checks = { vendorPrice: checkPrice, listPrice: checkOptionalPrice, stockOnHand: checkStock }

function changeOf(row: CatalogRow, field: EditedField, typed: string): CellChange {
  const { value, fault } = checks[field](typed)
  return {
    old: storedValue(row, field),
    value,
    text: value === undefined ? typed : typedNumber(value),
    fault: fault && catalogTexts.faults[fault]
  }
}

/** Returns how many cells are changed, in how many products, and how many of them have a fault. */
export function countChanges(rows: ReadonlyMap<string, RowChange>) {
  const products = new Set<string>()
  const counts = { cells: 0, faults: 0, products: 0 }
  for (const row of rows.values()) {
    products.add(row.productId)
    for (const cell of Object.values(row.cells)) {
      counts.cells++
      if (cell.fault !== undefined) counts.faults++
    }
  }
  return { ...counts, products: products.size }
}
