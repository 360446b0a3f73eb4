import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Sql } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import { preferredType } from '../../../http/accept.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { ItemStatus } from '../schema.ts'
import { findReportChunk, leftByFailure, type Past, type ReportChunk } from './report-queries.ts'
import { lineText, submittedFields, submittedMembers } from './submitted-fields.ts'

/** An item of a report: the line that was submitted and what became of it. */
export type ReportedItem = {
  line: string
  index: number
  status: ItemStatus
  productId: string | null
  errors: ItemFault[]
}

/** So many items are written at once, that other requests come to their turn. */
const batchSize = 100

type ReportQuery = { vendorId: string; jobId: string; status: ItemStatus | undefined }

/** A job's report as a stream of text, chunk by chunk as it is read. 404 before anything is sent. */
export async function openReport(sql: Sql, query: ReportQuery, form: ReportForm): Promise<Readable> {
  return Readable.from(written(form, await openItems(sql, query)), { objectMode: false })
}

/** The items of a job in their order, in batches; the first chunk is read before this answers. */
export async function openItems(sql: Sql, query: ReportQuery): Promise<AsyncGenerator<ReportedItem[]>> {
  const find = async (past: Past) =>
    orNotFound(await findReportChunk(sql, query.vendorId, { ...query, past })).chunk
  const first = await find({ position: -1, index: -1 })
  return (async function* () {
    for (let chunk = first; chunk; chunk = await find(behind(chunk))) {
      const items = reported(chunk, query.status)
      for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
    }
  })()
}

function behind({ position, firstIndex, itemCount }: ReportChunk): Past {
  return { position, index: firstIndex + itemCount - 1 }
}

/** The items of a chunk that were asked for. A chunk that is done has a result for each. */
function reported(chunk: ReportChunk, wanted: ItemStatus | undefined): ReportedItem[] {
  const { submitted, firstIndex, itemCount, isDone, rest } = chunk
  const lines = submitted.split('\n')
  const lineOf = (index: number) => lines[index - firstIndex] ?? ''
  if (isDone) {
    return (chunk.results ?? []).map(({ errors, ...result }) => ({
      ...result,
      line: lineOf(result.index),
      errors: errors ?? []
    }))
  }
  if (wanted !== undefined && wanted !== rest) return []
  const errors = rest === 'FAILED' ? leftByFailure : []
  return Array.from({ length: itemCount }, (_, at) => firstIndex + at).map((index) => ({
    ...{ index, line: lineOf(index), status: rest, productId: null },
    errors
  }))
}

async function* written(form: ReportForm, batches: AsyncIterable<ReportedItem[]>): AsyncGenerator<string> {
  if (form.before) yield form.before
  let isFirst = true
  for await (const items of batches) {
    yield `${isFirst ? '' : form.between}${form.write(items)}`
    isFirst = false
  }
  if (form.after) yield form.after
}

/** How a report is written: what stands before, after and between its batches of items. */
type ReportForm = {
  contentType: string
  /** Whether a browser shall save it. */
  isFile: boolean
  before: string
  between: string
  after: string
  write(items: ReportedItem[]): string
}

/** The fields of an item in the order of contract 4.4. */
const itemFields = (
  'product code vendor_price full_description amount min_qty unit_of_measure manufacturer_name ' +
  'manufacturer_part_number country_of_origin upc unspsc commodity_code eccn category_ids images weight ' +
  'free_shipping abilityone made_in_usa green_product brand'
).split(' ')
const columns = [...itemFields, '_index', '_status', '_product_id', '_errors', '_line']

const plainForm = { isFile: false, before: '', between: '', after: '' }

const reportForms = {
  'application/json': {
    ...plainForm,
    ...{ contentType: 'application/json; charset=utf-8', before: '{"items":[', between: ',', after: ']}' },
    write: (items) => items.map(objectText).join(',')
  },
  'application/x-ndjson': {
    ...plainForm,
    contentType: 'application/x-ndjson; charset=utf-8',
    write: (items) => items.map((item) => `${objectText(item)}\n`).join('')
  },
  'text/csv': {
    ...{ ...plainForm, isFile: true, before: csvText([columns]) },
    contentType: 'text/csv; charset=utf-8; header=present',
    write: (items) => csvText(items.map(cells))
  }
} satisfies Record<string, ReportForm>

/** The submitted object as it was written, digit for digit, with the members of the report behind its own. */
function objectText({ line, index, status, productId, errors }: ReportedItem): string {
  const members = submittedMembers(line) ?? `"_line":${JSON.stringify(lineText(line))}`
  const outcome = { _index: index, _status: status, _product_id: productId, _errors: errors }
  return `{${members === '' ? '' : `${members},`}${JSON.stringify(outcome).slice(1)}`
}

function cells({ line, index, status, productId, errors }: ReportedItem): string[] {
  const fields = submittedFields(line)
  const faults = errors.map(({ code, field, message }) => `${field ? `${field} ` : ''}${message} (${code})`)
  return [
    ...itemFields.map((name) => fields?.get(name) ?? ''),
    ...[String(index), status, productId ?? '', faults.join('; '), fields ? '' : lineText(line)]
  ]
}

/** Cells that a spreadsheet would take for a formula begin with an apostrophe. */
function csvText(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true })
}

/** The form that an Accept header wants most; JSON where it names none of them. */
export function chooseReportForm(accept: string | undefined): ReportForm {
  return reportForms[preferredType(accept, ['application/json', 'application/x-ndjson', 'text/csv'])]
}
