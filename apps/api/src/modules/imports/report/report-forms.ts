import { stringify } from 'csv-stringify/sync'
import { preferredType } from '../../../http/accept.ts'
import type { ItemFault } from '../receive/prepared-item.ts'
import type { ItemStatus } from '../schema.ts'
import { lineText, submittedFields, submittedMembers } from './submitted-fields.ts'

/** An item of a report: the line that was submitted and what became of it. */
export type ReportedItem = {
  line: string
  index: number
  status: ItemStatus
  productId: string | null
  errors: ItemFault[]
}

/** How a report is written: what stands before, after and between its batches of items. */
export type ReportForm = {
  contentType: string
  /** Whether a browser shall save it. */
  isFile: boolean
  before: string
  between: string
  after: string
  write(items: ReportedItem[]): string
}

/** The fields of an item in the order of specification 4.4. */
const itemFields = (
  'product code vendor_price full_description amount min_qty unit_of_measure manufacturer_name ' +
  'manufacturer_part_number country_of_origin upc unspsc commodity_code eccn category_ids images weight ' +
  'free_shipping abilityone made_in_usa green_product brand'
).split(' ')
const columns = [...itemFields, '_index', '_status', '_product_id', '_errors', '_line']

export const reportForms = {
  'application/json': {
    contentType: 'application/json; charset=utf-8',
    isFile: false,
    before: '{"items":[',
    between: ',',
    after: ']}',
    write: (items) => items.map(objectText).join(',')
  },
  'application/x-ndjson': {
    contentType: 'application/x-ndjson; charset=utf-8',
    isFile: false,
    before: '',
    between: '',
    after: '',
    write: (items) => items.map((item) => `${objectText(item)}\n`).join('')
  },
  'text/csv': {
    contentType: 'text/csv; charset=utf-8; header=present',
    isFile: true,
    before: csvText([columns]),
    between: '',
    after: '',
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
