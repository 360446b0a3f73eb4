import { readCatalogItems } from '@purveyor/client/catalog-file/catalog-items'
import type { CatalogRow, CategoryText, RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import { shown } from '@purveyor/client/catalog-file/catalog-rows'
import type { FoundCategories } from '@purveyor/client/catalog-file/category-index'
import { fitUpdate } from '@purveyor/client/catalog-file/field-sets'
import { setCategories } from '@purveyor/client/catalog-file/item-categories'
import { findCell } from '@purveyor/client/catalog-file/item-cells'
import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'
import type { Catalog } from './open-catalog.ts'

/** Finds the categories that a cell of a row names. */
export type FindCategories = (written: CategoryText, row: number) => FoundCategories

/**
 * An item of a file. `isSendable` is false if one of its rows, or a row beside them, has an error. With `sendsUnknown`,
 * an item whose category can't be used is sent without it.
 */
export type FileItem = CatalogItem & { isSendable: boolean }

/**
 * Yields the items of a file with the ids of their categories. Rows whose categories can't be used have a fault. The same
 * file and categories always give the same items.
 */
export async function* readFileItems(
  { file, mapping, mode, known, market }: Catalog,
  find: FindCategories,
  sendsUnknown = false
): AsyncGenerator<FileItem> {
  for await (const item of readCatalogItems(file, mapping, { known, market })) {
    const isKnown = setCategories(item, mapping, find)
    if (mode === 'update') fitUpdate(item.item)
    yield { ...item, isSendable: item.isReadable && (isKnown || sendsUnknown) }
  }
}

/** Returns why a row of an item that can't be sent isn't sent: its own errors, or that another row has one. */
export function faultsOfRow({ row, faults }: CatalogRow): RowFault[] {
  if (faults.length > 0) return faults
  const message = 'is not sent, because another row of the product has an error'
  return [{ row: row.number, column: null, field: null, value: '', code: 'OTHER_ROW', message }]
}

type ServiceError = { code: string; field: string | null; message: string }

/** Returns the errors that the service has found in an item, at the cells from which the values came. */
export function serviceFaults(
  item: CatalogItem,
  errors: readonly ServiceError[],
  { file, mapping }: Catalog
): RowFault[] {
  return errors.map(({ code, field, message }) => {
    const [first] = item.rows
    const cell = findCell(item, mapping, field)
    const column = first.row.product ? field : cell.column
    const row = item.rows.find((one) => one.row.number === cell.row) ?? first
    const index = column === null ? -1 : file.columns.indexOf(column)
    const value = shown(index >= 0 ? row.row.cells[index] : row.item[cell.field ?? ''])
    return { ...cell, column, value, code, message }
  })
}
