import type { AttributeDefinition } from '@purveyor/client/catalog-file/attribute-fields'
import type { CategoryNode } from '@purveyor/client/catalog-file/category-index'
import type { FileMode } from '@purveyor/client/catalog-file/field-sets'
import type { CatalogMap } from '@purveyor/client/catalog-file/mapping'
import type { Market } from '@purveyor/client/catalog-file/market'

/** How a file is read. */
export type Reading = { format: 'csv' | 'ndjson'; delimiter: string; encoding: string }

/** What a person has chosen instead of what the file suggests. */
export type ChosenReading = { delimiter?: string | undefined; encoding?: string | undefined }

/** A file that can be read. */
export type FileInfo = {
  reading: Reading
  columns: string[]
  /** For each column, the first value that isn't empty. */
  samples: string[]
  /** True if the encoding was guessed because the file isn't UTF-8. */
  isEncodingGuessed: boolean
  /** The attributes that the marketplace defines. Imports that an earlier release has stored have none. */
  attributes?: readonly AttributeDefinition[]
}

/** What is done with the rows: they become products, or change the prices, stock and some other fields of products. */
export type ImportMode = FileMode

/** Texts that replace those of cells, by the number of the row and the index of the column. */
export type CellEdits = Readonly<Record<number, Readonly<Record<number, string>>>>

/** What is wrong with a row. `column` is null if the whole row is wrong. */
export type Fault = { column: string | null; field: string | null; code: string; message: string }

/** Faults that the service has found, by the number of the row. */
export type ServiceFaults = Readonly<Record<number, readonly Fault[]>>

/** A row of the file. `values` are the texts of its cells. */
export type CheckedRow = { number: number; values: string[]; faults: Fault[] }

/** A row as it will be sent: a value for each field. */
export type PreviewRow = CheckedRow & {
  item: Record<string, unknown>
  /** True for a line that is sent as it is. */
  isProduct: boolean
  /** True if a product begins with this row. */
  isFirst: boolean
}

/** A category of the file that the marketplace doesn't have, or that could be several. */
export type UnknownCategory = { text: string; rows: number; paths: string[] }

/** Everything that decides which items a file becomes. */
export type CheckInput = {
  file: Blob
  info: FileInfo
  mode: ImportMode
  map: CatalogMap
  categories: readonly CategoryNode[]
  market: Market
  edits: CellEdits
  serviceFaults: ServiceFaults
}

/** The result of reading all rows. */
export type CheckResult = {
  rows: number
  /** The number of items that the rows become: fewer than rows if products have several variants. */
  items: number
  /** The number of items in `body`. */
  sendable: number
  preview: PreviewRow[]
  /** The rows with faults, at most `maxFaulty`, without those that only lack a category; and edited rows. */
  faulty: CheckedRow[]
  /** The numbers of these rows, and of the other rows of their products. */
  toFix: number[]
  /** The number of rows that can't be sent: those with faults, and the other rows of their products. */
  unsendable: number
  unknownCategories: UnknownCategory[]
  /** The items as NDJSON, without the rows that can't be sent. */
  body: Blob
  /** The numbers of the rows in `body`. */
  numbers: Uint32Array
}

/** How many rows with faults are shown and can be edited at a time. */
export const maxFaulty = 1000
/** How many rows are shown as they will be sent. */
export const previewRows = 8
