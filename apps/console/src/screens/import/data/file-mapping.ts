import { type FileMapping, mapFileColumns } from '@purveyor/client/catalog-file/attribute-columns'
import type { CatalogMap } from '@purveyor/client/catalog-file/mapping'
import type { FileInfo, ImportMode } from './file-types.ts'

/** What decides which fields and attributes the columns of a file set. */
export type Mapped = { info: FileInfo; map: CatalogMap; mode: ImportMode }

/** Returns how the columns become fields and attributes: as they were chosen, and guesses for the others. */
export function fileMapping({ info, map, mode }: Mapped): FileMapping {
  return mapFileColumns(info.columns, map, { mode, definitions: info.attributes ?? [] })
}
