import { rm } from 'node:fs/promises'
import type { NewShipment, Purveyor, ShipmentResults } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { count, plural } from '../output/numbers.ts'
import { type Chunk, type Journal, journalPath, openJournal } from '../row-files/journal.ts'
import { fileOptions, type RowFile } from '../row-files/row-file.ts'
import { keyHasExpired, type RowFault, sendChunks } from '../row-files/send-chunks.ts'
import { unfinished } from '../row-files/unfinished.ts'
import { localTime } from '../time.ts'
import { planShipments } from './plan-shipments.ts'
import type { FileShipment } from './shipment-file.ts'

/** The number of shipments in a request. The service accepts 500. */
const chunkShipments = 200

/** The body of a request, and the rows that can't be sent with it. */
type Body = { shipments: NewShipment[]; faults: RowFault[] }
/** The shipments that were created, with their rows, and the rows that failed. */
export type ShipResult = { created: { id: string; rows: number[] }[]; faults: RowFault[] }

/** A file of shipments, and what it is sent with. */
export type ShipRun = {
  context: Context
  client: Purveyor
  file: RowFile
  columns: ReadonlyMap<string, string>
  shipments: FileShipment[]
  again: boolean
  values: Input['values']
}

/**
 * Sends the shipments in several requests. They are recorded in a journal, so that the same command continues
 * after an interruption and ships nothing twice.
 */
export async function sendShipments(run: ShipRun): Promise<ShipResult> {
  const { context, client, columns, shipments } = run
  const { out, signal } = context
  const journal = await openShipmentJournal(run)
  const total: ShipResult = { created: [], faults: [] }
  for (const result of journal.results) add(total, result)
  const progress = out.progress('Shipping', shipments.length)
  let sent = journal.begunUnits - (journal.pending?.units ?? 0)
  if (journal.begunChunks > 0) {
    out.note(
      `Continuing the run that began at ${localTime(journal.startedAt)}: ` +
        `${count(sent)} of ${plural(shipments.length, 'shipment')} have a result.`
    )
  }
  try {
    await sendChunks<Body, ShipResult>({
      journal,
      signal,
      chunksAfter: (units, index) => plannedChunks(run, units, index),
      async send(chunk, idempotencyKey) {
        const { shipments, faults } = chunk.body
        if (shipments.length === 0) return { created: [], faults }
        const answer = await client.shipments.createMany({ shipments }, { idempotencyKey, signal })
        return resultOf(answer, chunk, columns)
      },
      onResult(result, { units }) {
        add(total, result)
        sent += units
        progress.update(sent)
      }
    })
  } catch (error) {
    progress.stop()
    const state = `${count(sent)} of ${plural(shipments.length, 'shipment')} have a result.`
    const options = ['file', 'carrier', 'again', ...Object.keys(fileOptions)]
    const command = commandLine(['orders', 'ship'], run.values, options)
    throw await unfinished(context, error, { state, command, journal, hasResults: sent > 0 })
  } finally {
    progress.stop()
  }
  return total
}

/**
 * Opens the journal of the file. A journal that is finished, or whose keys have expired, is replaced: orders
 * that already have a shipment with the tracking number are refused then.
 */
async function openShipmentJournal({
  context,
  client,
  file,
  columns
}: ShipRun): Promise<Journal<Body, ShipResult>> {
  const { url } = await context.connection()
  const { vendor } = await client.auth.me({ signal: context.signal })
  const parts = [url, vendor?.id ?? '', file.hash, ...[...columns].flat()]
  const path = journalPath(context.stateFolder, 'orders-ship', parts)
  const journal = await openJournal<Body, ShipResult>(path)
  const { finishedAt, pending } = journal
  if (!finishedAt && !(pending && keyHasExpired(pending.begunAt))) return journal
  await rm(path)
  return openJournal(path)
}

/** Plans the requests one after the other, because each request changes what is open. */
async function* plannedChunks(run: ShipRun, units: number, index: number): AsyncGenerator<Chunk<Body>> {
  let next = index
  for (let start = units; start < run.shipments.length; start += chunkShipments) {
    const part = run.shipments.slice(start, start + chunkShipments)
    const { rows, ...body } = await planShipments(part, { ...run, signal: run.context.signal })
    yield { index: next, units: part.length, rows, body }
    next += 1
  }
}

/** The column of the field that a pointer such as `/shipments/2/items/0/quantity` ends with. */
const fieldOf: Record<string, string> = {
  carrier: 'carrier',
  trackingNumber: 'tracking',
  orderItemId: 'sku',
  quantity: 'quantity',
  orderId: 'order'
}

function resultOf(
  { results }: ShipmentResults,
  { rows, body }: Chunk<Body>,
  columns: ReadonlyMap<string, string>
): ShipResult {
  const result: ShipResult = { created: [], faults: [...body.faults] }
  for (const { index, id, error } of results) {
    const own = rows[index] ?? []
    if (!error) {
      result.created.push({ id: id ?? '', rows: own })
      continue
    }
    const [fault] = error.errors ?? []
    const field = fieldOf[fault?.pointer?.split('/').at(-1) ?? ''] ?? 'order'
    const message = fault ? fault.message : error.message
    for (const row of own) result.faults.push({ row, column: columns.get(field), code: error.code, message })
  }
  return result
}

function add(total: ShipResult, { created, faults }: ShipResult): void {
  for (const one of created) total.created.push(one)
  for (const fault of faults) total.faults.push(fault)
}
