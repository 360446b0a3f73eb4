import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Sql } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import { preferredType } from '../../../http/accept.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import { workbookTypes } from '../../bulk-items/workbook/workbook-types.ts'
import type { ItemStatus } from '../schema.ts'
import { flatFields, productFieldHints } from '../upload-schema.ts'
import { type ChunkEnd, findReportChunk, jobFailedErrors, type ReportChunk } from './report-queries.ts'
import { lineText, submittedFields, submittedMembers } from './submitted-fields.ts'

/** An item of a report: its submitted line and its result. */
export type ReportedItem = {
  line: string
  index: number
  status: ItemStatus
  productId: string | null
  errors: ItemFault[]
  warnings: ItemFault[]
}

/**
 * The number of items that are written in one step. It is small, so that other requests are served between
 * steps.
 */
const batchSize = 100

export type ReportQuery = { vendorId: string; jobId: string; status: ItemStatus | undefined }

/**
 * Opens a job's report as a stream of text. Reads each chunk only when the stream needs it. Throws 404 if
 * there is no such job.
 */
export async function openReport(sql: Sql, query: ReportQuery, format: ReportFormat): Promise<Readable> {
  return Readable.from(rendered(format, await openItems(sql, query)), { objectMode: false })
}

/**
 * Returns the items of a job in their order, as a generator of batches. Reads the first chunk before it
 * returns, so that an error such as 404 is thrown immediately and not while the batches are read.
 */
export async function openItems(sql: Sql, query: ReportQuery): Promise<AsyncGenerator<ReportedItem[]>> {
  const find = async (after: ChunkEnd) =>
    orNotFound(await findReportChunk(sql, query.vendorId, { ...query, after })).chunk
  const first = await find({ position: -1, index: -1 })
  return (async function* () {
    for (let chunk = first; chunk; chunk = await find(endOf(chunk))) {
      const items = itemsOf(chunk, query.status)
      for (let start = 0; start < items.length; start += batchSize)
        yield items.slice(start, start + batchSize)
    }
  })()
}

function endOf({ position, firstIndex, itemCount }: ReportChunk): ChunkEnd {
  return { position, index: firstIndex + itemCount - 1 }
}

/**
 * Returns the items of a chunk that have the status `wanted`, or all items if `wanted` is undefined.
 */
function itemsOf(chunk: ReportChunk, wanted: ItemStatus | undefined): ReportedItem[] {
  const { submitted, firstIndex, itemCount, processed, unprocessedStatus: status } = chunk
  const lines = submitted.split('\n')
  const lineOf = (index: number) => lines[index - firstIndex] ?? ''
  const found = (chunk.results ?? []).map(({ errors, warnings, ...result }) => ({
    ...result,
    line: lineOf(result.index),
    errors: errors ?? [],
    warnings: warnings ?? []
  }))
  if (wanted !== undefined && wanted !== status) return found
  const errors = status === 'FAILED' ? jobFailedErrors : []
  const none = { status, productId: null, errors, warnings: [] }
  const open = Array.from({ length: itemCount - processed }, (_, n) => firstIndex + processed + n)
  return [...found, ...open.map((index) => ({ index, line: lineOf(index), ...none }))]
}

/** Yields the text of a report, one batch at a time. */
async function* rendered(
  format: ReportFormat,
  batches: AsyncIterable<ReportedItem[]>
): AsyncGenerator<string> {
  if (format.before) yield format.before
  let isFirst = true
  for await (const items of batches) {
    yield `${isFirst ? '' : format.between}${format.write(items)}`
    isFirst = false
  }
  if (format.after) yield format.after
}

/**
 * A format of reports: the text before, between and after the batches of items, and a function that writes a
 * batch.
 */
type ReportFormat = {
  contentType: string
  /** The extension of the file, if browsers should save the report as one. */
  extension: string | undefined
  before: string
  between: string
  after: string
  write(items: ReportedItem[]): string
}

/** The fields of a flat item (contract 4.4), followed by the fields that only `UploadProduct` has. */
const itemFields = [...flatFields, ...Object.keys(productFieldHints)]
const columns = [...itemFields, '_index', '_status', '_product_id', '_errors', '_warnings', '_line']

const commonFormat = { extension: undefined, before: '', between: '', after: '' }

const reportFormats = {
  'application/json': {
    ...commonFormat,
    ...{ contentType: 'application/json; charset=utf-8', before: '{"items":[', between: ',', after: ']}' },
    write: (items) => items.map(objectText).join(',')
  },
  'application/x-ndjson': {
    ...commonFormat,
    contentType: 'application/x-ndjson; charset=utf-8',
    write: (items) => items.map((item) => `${objectText(item)}\n`).join('')
  },
  'text/csv': {
    ...{ ...commonFormat, extension: 'csv', before: csvText([columns]) },
    contentType: 'text/csv; charset=utf-8; header=present',
    write: (items) => csvText(items.map(cells))
  }
} satisfies Record<string, ReportFormat>

/**
 * Writes an item as a JSON object. It begins with the submitted members in their original text. The members
 * that the report adds follow.
 */
function objectText({ line, index, status, productId, errors, warnings }: ReportedItem): string {
  const members = submittedMembers(line) ?? `"_line":${JSON.stringify(lineText(line))}`
  const outcome = {
    _index: index,
    _status: status,
    _product_id: productId,
    _errors: errors,
    ...(warnings.length > 0 && { _warnings: warnings })
  }
  return `{${members === '' ? '' : `${members},`}${JSON.stringify(outcome).slice(1)}`
}

function cells({ line, index, status, productId, errors, warnings }: ReportedItem): string[] {
  const fields = submittedFields(line)
  return [
    ...itemFields.map((name) => fields?.get(name) ?? ''),
    ...[String(index), status, productId ?? '', faultsText(errors), faultsText(warnings)],
    fields ? '' : lineText(line)
  ]
}

function faultsText(faults: ItemFault[]): string {
  return faults
    .map(({ code, field, message }) => `${field ? `${field} ` : ''}${message} (${code})`)
    .join('; ')
}

/** Writes rows as CSV. Cells that a spreadsheet would treat as a formula get an apostrophe in front. */
function csvText(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true })
}

/** Chooses the format of text that an Accept header prefers. The default is JSON. */
export function chooseReportFormat(accept: string | undefined): ReportFormat {
  return reportFormats[preferredType(accept, textTypes)]
}

/** True if an Accept header prefers a workbook, which `openWorkbookReport` writes. */
export function prefersWorkbook(accept: string | undefined): boolean {
  return preferredType(accept, [...textTypes, workbookTypes.xlsx]) === workbookTypes.xlsx
}

const textTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const
