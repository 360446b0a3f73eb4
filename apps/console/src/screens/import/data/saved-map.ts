import { type CatalogMap, emptyMap } from '@purveyor/client/catalog-file/mapping'
import type { ImportMode } from './file-types.ts'

/** How many columns and categories are remembered. */
const maxSaved = 500

/** Returns the fields that the columns of the vendor's earlier files had, and the categories that were chosen. */
export function readSavedMap(vendorId: string, mode: ImportMode): CatalogMap {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(vendorId, mode)) ?? '{}')
    return { ...emptyMap(), columns: saved.columns ?? {}, categories: saved.categories ?? {} }
  } catch {
    return emptyMap()
  }
}

/** Remembers a mapping for the next files. Entries of columns that this file doesn't have are kept. */
export function saveMap(vendorId: string, mode: ImportMode, map: CatalogMap): void {
  const earlier = readSavedMap(vendorId, mode)
  const saved = {
    columns: newest({ ...earlier.columns, ...map.columns }),
    categories: newest({ ...earlier.categories, ...map.categories })
  }
  try {
    localStorage.setItem(keyOf(vendorId, mode), JSON.stringify(saved))
  } catch {
    // The storage is full or forbidden. The columns are guessed next time.
  }
}

function newest<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).slice(-maxSaved))
}

function keyOf(vendorId: string, mode: ImportMode): string {
  return `purveyor-import-map ${vendorId} ${mode}`
}
