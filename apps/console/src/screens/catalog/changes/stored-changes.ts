import type { CellChange, EditedField, RowChange } from './change-set.ts'

/** A row with its changes in a short form, so that tens of thousands fit into the storage of the browser. */
type StoredRow = [
  key: string,
  productId: string,
  code: string | 0,
  sku: string,
  name: string,
  ...cells: StoredCell[]
]
type StoredCell = [
  field: EditedField,
  old: string,
  value: string | 0,
  text: string,
  remark?: [fault?: string, note?: string]
]

/** Names are left out of larger sets: they are read again. */
const maxNamed = 20_000

/** Returns changes in the form in which they are stored as a draft. */
export function storedChanges(rows: ReadonlyMap<string, RowChange>): StoredRow[] {
  const isNamed = rows.size <= maxNamed
  return [...rows].map(([key, { productId, code, sku, name, cells }]) => [
    key === productId ? '' : key,
    productId,
    code ?? 0,
    sku,
    isNamed ? name : '',
    ...Object.entries(cells).map(([field, cell]) => storedCell(field as EditedField, cell))
  ])
}

function storedCell(field: EditedField, { old, value, text, fault, note }: CellChange): StoredCell {
  const cell: StoredCell = [field, old, value ?? 0, text === value ? '' : text]
  if (fault !== undefined || note !== undefined) cell.push([fault ?? '', note ?? ''])
  return cell
}

/** Returns the changes of a draft. */
export function restoredChanges(stored: readonly StoredRow[]): [string, RowChange][] {
  return stored.map(([key, productId, code, sku, name, ...cells]) => [
    key || productId,
    {
      productId,
      code: code === 0 ? undefined : code,
      sku,
      name: name || sku,
      cells: Object.fromEntries(cells.map(restoredCell))
    }
  ])
}

function restoredCell([field, old, stored, text, remark]: StoredCell): [EditedField, CellChange] {
  const [fault, note] = remark ?? []
  const value = stored === 0 ? undefined : stored
  return [
    field,
    { old, value, text: text || (value ?? ''), fault: fault || undefined, note: note || undefined }
  ]
}

export type StoredChanges = ReturnType<typeof storedChanges>
