import type { Row, RowFile } from '../row-files/row-file.ts'
import type { RowFault } from '../row-files/send-chunks.ts'
import { isEmpty, type Reading, readAmount, readCode } from '../row-files/values.ts'
import type { Pieces } from './quantities.ts'

/** A shipment as a file describes it, in one row or in a row for each SKU. */
export type FileShipment = {
  rows: number[]
  order: string
  carrier: string
  tracking: string
  /** Undefined if the shipment has all open pieces of the order. */
  pieces: Pieces[] | undefined
}

/**
 * Reads the shipments of a file. Rows with the same order, carrier and tracking number are one shipment. The
 * rows of a shipment of which a row has a fault aren't sent.
 */
export async function readShipments(
  file: RowFile,
  columns: ReadonlyMap<string, string>,
  carrier: string | undefined
): Promise<{ shipments: FileShipment[]; faults: RowFault[]; rows: number }> {
  const shipments = new Map<string, FileShipment>()
  const faults: RowFault[] = []
  const broken = new Set<string>()
  let rows = 0
  for await (const row of file.rows()) {
    rows += 1
    const read = readRow(row, columns, carrier)
    const key = JSON.stringify([read.order, read.carrier, read.tracking].map((text) => text.toLowerCase()))
    const known = shipments.get(key)
    const found = [...read.faults, ...(known ? conflict(row.row, known, read, columns) : [])]
    faults.push(...found)
    if (found.length > 0) broken.add(key)
    if (known) {
      known.rows.push(row.row)
      if (read.pieces) known.pieces?.push(read.pieces)
      continue
    }
    const { order, tracking, pieces } = read
    shipments.set(key, {
      ...{ rows: [row.row], order, carrier: read.carrier, tracking },
      pieces: pieces && [pieces]
    })
  }
  const complete = [...shipments].filter(([key]) => !broken.has(key)).map(([, shipment]) => shipment)
  for (const key of broken) faults.push(...unsentRows(shipments.get(key), faults))
  return { shipments: complete, faults, rows }
}

type ReadRow = {
  order: string
  carrier: string
  tracking: string
  pieces: Pieces | undefined
  faults: RowFault[]
}

function readRow(
  { row, cells, fault }: Row,
  columns: ReadonlyMap<string, string>,
  carrier: string | undefined
): ReadRow {
  if (fault)
    return { order: '', carrier: '', tracking: String(row), pieces: undefined, faults: [{ row, ...fault }] }
  const faults: RowFault[] = []
  const cellOf = (field: string) => cells[columns.get(field) ?? '']
  function read<T>(field: string, reader: (cell: unknown) => Reading<T>): T | undefined {
    const result = reader(cellOf(field))
    if ('value' in result) return result.value
    faults.push(cellFault(row, columns.get(field), cellOf(field), result.problem))
    return undefined
  }
  const order = read('order', readCode) ?? ''
  const usesDefault = carrier !== undefined && isEmpty(cellOf('carrier'))
  const rowCarrier = usesDefault ? carrier : (read('carrier', readCode) ?? '')
  const tracking = read('tracking', readCode) ?? ''
  const hasPieces = !isEmpty(cellOf('sku')) || !isEmpty(cellOf('quantity'))
  if (!hasPieces) return { order, carrier: rowCarrier, tracking, pieces: undefined, faults }
  const sku = read('sku', readCode) ?? ''
  const quantity = read('quantity', readQuantity) ?? 0
  return { order, carrier: rowCarrier, tracking, pieces: { sku, quantity }, faults }
}

function readQuantity(cell: unknown): Reading<number> {
  if (isEmpty(cell)) return { problem: 'must not be empty if the row has a SKU' }
  const read = readAmount(cell)
  return 'value' in read && read.value === 0 ? { problem: 'must be 1 or more' } : read
}

/** Returns a fault if a row can't belong to the same shipment as an earlier row. */
function conflict(
  row: number,
  known: FileShipment,
  { pieces }: ReadRow,
  columns: ReadonlyMap<string, string>
): RowFault[] {
  const [first] = known.rows
  const column = columns.get('sku')
  const fault = (message: string) => [
    { row, column, value: pieces?.sku ?? '', code: 'REPEATED_SHIPMENT', message }
  ]
  if (!pieces && !known.pieces) return fault(`repeats the shipment of row ${first}`)
  if (!pieces || !known.pieces) {
    return fault(
      `row ${first} has the same shipment; write a SKU in all of its rows, or all pieces in one row`
    )
  }
  const repeats = known.pieces.some(({ sku }) => sku === pieces.sku)
  return repeats ? fault('is in this shipment twice; add the quantities up in one row') : []
}

function unsentRows(shipment: FileShipment | undefined, faults: RowFault[]): RowFault[] {
  if (!shipment) return []
  const faulty = new Set(faults.map(({ row }) => row))
  const [other] = shipment.rows.filter((row) => faulty.has(row))
  return shipment.rows.filter((row) => !faulty.has(row)).map((row) => incomplete(row, other))
}

/** Returns the fault of a row that is correct, but belongs to a shipment of which another row isn't. */
export function incomplete(row: number, faultyRow: number | undefined): RowFault {
  const message = `is in the same shipment as row ${faultyRow}, which failed`
  return { row, code: 'INCOMPLETE_SHIPMENT', message }
}

/** Returns the fault of a cell. */
export function cellFault(row: number, column: string | undefined, cell: unknown, message: string): RowFault {
  const value = isEmpty(cell) ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell)
  return { row, column, value, code: 'INVALID_CELL', message }
}
