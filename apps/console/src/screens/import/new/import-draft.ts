import type { WorkbookType } from '@purveyor/client'
import { fieldsOf } from '@purveyor/client/catalog-file/field-sets'
import { isRepeatable, variantGroup } from '@purveyor/client/catalog-file/fields'
import { attributeOfPath } from '@purveyor/client/catalog-file/item-cells'
import { type CatalogMap, emptyMap, type MappedColumn } from '@purveyor/client/catalog-file/mapping'
import { fileMapping, type Mapped } from '../data/file-mapping.ts'
import type {
  CellEdits,
  ChosenReading,
  Fault,
  FileInfo,
  ImportMode,
  ServiceFaults
} from '../data/file-types.ts'
import { faultMessage } from '../fault-message.ts'
import { fieldPath } from '../field-label.ts'

export type OnExisting = 'fail' | 'update' | 'skip'

/** A request that is being sent. It is stored until its result is known, so that nothing is sent twice. */
export type Sending = {
  /** The Idempotency-Key. */
  key: string
  isDryRun: boolean
  startedAt: number
  /** The import job, once the service has accepted the upload. */
  jobId?: string
}

/** A request with rows of a file. `numbers` has the numbers of the rows in `body`. */
export type SendingRows = Sending & { body: Blob; numbers: Uint32Array }

/** What a dry run would have done, or what an update has done. */
export type Outcome = {
  isDryRun: boolean
  created: number
  updated: number
  /** Skipped by an import, or unchanged by an update. */
  skipped: number
  failed: number
  /** The number of items with values that may be wrong, such as UPCs. */
  warnings?: number
  jobId?: string
  /** True if something was changed since. */
  isOutdated?: boolean
}

/** What all imports that are being prepared have. They are stored in the browser. */
export type Draft = {
  /** Another one after each change, so that two tabs don't send the same rows. */
  revision?: string
  file: Blob
  name: string
  mode: ImportMode
  onExisting: OnExisting
  sending?: Sending | undefined
  outcome?: Outcome | undefined
  /** True if the file has only the rows that are left of an import or update. */
  isRest?: boolean
  /** True if nothing is left to send. */
  isDone?: boolean
}

/** An import of a CSV or NDJSON file, whose rows the console reads. */
export type ImportDraft = Draft & {
  chosen: ChosenReading
  info: FileInfo
  map: CatalogMap
  edits: CellEdits
  serviceFaults: ServiceFaults
  sending?: SendingRows | undefined
}

/** An import of a workbook, whose rows the service reads. */
export type WorkbookDraft = Draft & {
  contentType: WorkbookType
  /** The import whose failed rows these are, corrected. It then no longer counts as failed. */
  retryOf?: string | undefined
  /** The columns that the service doesn't use. */
  ignoredColumns?: readonly string[] | undefined
  /** The first errors that the service has found. */
  cellFaults?: readonly CellFault[] | undefined
}

/** An error in a cell of a workbook, such as D17. `sku` is that of its product. */
export type CellFault = { cell: string | null; sku: string | null; field: string | null; message: string }

/** True if the draft is that of a workbook. */
export function isWorkbook(draft: ImportDraft | WorkbookDraft): draft is WorkbookDraft {
  return 'contentType' in draft
}

/** True if the draft is that of a file whose rows the console reads. */
export function isRows(draft: ImportDraft | WorkbookDraft): draft is ImportDraft {
  return !isWorkbook(draft)
}

/** A change of what will be sent. The result of an earlier dry run then no longer applies. */
export type DraftChange = ModeChange & Partial<Pick<ImportDraft, 'map'>>

/** A change of what is done with the file. */
export type ModeChange = Partial<Pick<Draft, 'mode' | 'onExisting'>>

/** Returns the draft with another setting. */
export function withChange(draft: ImportDraft, change: DraftChange): ImportDraft {
  return outdated({ ...draft, ...change, serviceFaults: {} })
}

/** Returns the columns with their fields: those that were chosen, and guesses for the others. */
export function mappedColumns(draft: Mapped): MappedColumn[] {
  return fileMapping(draft).mapping.columns
}

/** Returns the fields that rows must have, and that no column sets. */
export function missingFields(draft: Mapped): string[] {
  // A file whose lines all have variants has no columns.
  if (draft.info.columns.length === 0) return []
  const set = new Set(mappedColumns(draft).map(({ field }) => field))
  return fieldsOf(draft.mode).flatMap(({ name, isRequired }) => (isRequired && !set.has(name) ? [name] : []))
}

/** Returns the fields that several columns set, although only one column can have them. */
export function repeatedFields(draft: Mapped): string[] {
  const { known, mapping } = fileMapping(draft)
  const single = new Set(known.flatMap((field) => (isRepeatable(field) ? [] : [field.name])))
  const fields = mapping.columns.flatMap(({ field }) => field ?? [])
  return [...new Set(fields.filter((field, index) => single.has(field) && fields.indexOf(field) < index))]
}

/** True if several rows of the file can be one product. */
export function hasGroups(draft: Mapped): boolean {
  return mappedColumns(draft).some(({ field }) => field === variantGroup)
}

/**
 * Returns the mode that fits the columns of a file: a file without names of products, but with SKUs, changes products
 * that exist.
 */
export function guessMode(info: FileInfo): ImportMode {
  const missing = (mode: ImportMode) => missingFields({ info, map: emptyMap(), mode })
  return missing('create').includes('product') && missing('update').length === 0 ? 'update' : 'create'
}

/** Returns the draft with other texts in cells. What the service has said about these rows no longer applies. */
export function withEdits(
  draft: ImportDraft,
  edits: readonly { number: number; column: number; text: string }[]
): ImportDraft {
  const cells: Record<number, Record<number, string>> = { ...draft.edits }
  const faults: Record<number, readonly Fault[]> = { ...draft.serviceFaults }
  for (const { number, column, text } of edits) {
    cells[number] = { ...cells[number], [column]: text }
    delete faults[number]
  }
  return outdated({ ...draft, edits: cells, serviceFaults: faults })
}

/** Returns the draft with the result of its dry run marked as outdated. */
export function outdated<D extends Draft>(draft: D): D {
  return draft.outcome ? { ...draft, outcome: { ...draft.outcome, isOutdated: true } } : draft
}

/**
 * Returns faults of the service with the columns of the file, each row of which is an item. `numbers` has the number of
 * the row of each item.
 */
export function faultsByRow(
  draft: ImportDraft,
  numbers: ArrayLike<number>,
  failed: readonly {
    index: number
    errors: readonly { code: string; field: string | null; message: string }[]
  }[]
): ServiceFaults {
  const columns = mappedColumns(draft)
  return Object.fromEntries(
    failed.map(({ index, errors }) => [
      numbers[index] ?? 0,
      errors.map(({ code, field, message }) => {
        const own = field === null ? null : (attributeOfPath(field) ?? field)
        const column = columns.find((one) => one.field !== null && one.field === own)?.column ?? null
        return serviceFault({ column, field, code, message })
      })
    ])
  )
}

/** Returns a fault of the service in the words of the console. It names the field unless the file has a column for it. */
export function serviceFault({ column, field, code, message }: Fault): Fault {
  const text = faultMessage({ code, message })
  return {
    column,
    field,
    code,
    message: column === null && field !== null ? `${fieldPath(field)} ${text}` : text
  }
}
