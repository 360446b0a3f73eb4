import { rm } from 'node:fs/promises'
import { relative } from 'node:path'
import type { NewShipment, Purveyor, ShipmentResults } from '@purveyor/client'
import { correctAndRun, showFailedFile, showFirstFaults } from '../catalog-file/show-faults.ts'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { count, plural } from '../output/numbers.ts'
import { headline, showCounters } from '../output/summary.ts'
import { failedRows, writeFailedRows } from '../row-files/failed-file.ts'
import { type Chunk, type Journal, journalPath, openJournal } from '../row-files/journal.ts'
import { columnsFor, showColumns } from '../row-files/named-columns.ts'
import { fileOptions, openRowFile, type RowFile } from '../row-files/row-file.ts'
import { keyHasExpired, type RowFault, sendChunks } from '../row-files/send-chunks.ts'
import { unfinished } from '../row-files/unfinished.ts'
import { localTime } from '../time.ts'
import { planShipments } from './plan-shipments.ts'
import { type FileShipment, readShipments, shipmentFields } from './shipment-file.ts'

/** The number of shipments in a request. The service accepts 500. */
const chunkShipments = 200

/** The body of a request, and the rows that can't be sent with it. */
type Body = { shipments: NewShipment[]; faults: RowFault[] }
type Result = { created: { id: string; rows: number[] }[]; faults: RowFault[] }

type Run = {
  context: Context
  client: Purveyor
  file: RowFile
  columns: ReadonlyMap<string, string>
  shipments: FileShipment[]
  again: boolean
  values: Input['values']
}

/** Runs `purveyor orders ship --file FILE`. */
export async function shipFile(context: Context, input: Input): Promise<ExitCode> {
  const { values, positionals } = input
  if (positionals.length > 0) throw usageError('With --file, the orders are in the file.', 'Leave out ORDER.')
  for (const name of ['item', 'tracking', 'tracking-url']) {
    if (values[name] !== undefined) throw usageError(`With --file, --${name} isn't possible.`)
  }
  const carrier = typeof values.carrier === 'string' ? values.carrier : undefined
  const file = await openRowFile(context, String(values.file), input)
  try {
    const columns = columnsFor(file, shipmentFields(carrier !== undefined), input)
    const client = await context.client()
    showColumns(context, columns)
    const read = await readShipments(file, columns.of, carrier)
    if (read.rows === 0) {
      throw new CommandError(`${file.name} has no rows.`, exitCodes.usage, { code: 'FILE_INVALID' })
    }
    const { shipments } = read
    const run = {
      context,
      client,
      file,
      columns: columns.of,
      shipments,
      values,
      again: values.again === true
    }
    const result = await sendShipments(run)
    const faults = [...read.faults, ...result.faults].sort((a, b) => a.row - b.row)
    const failedFile =
      faults.length > 0 ? await writeFailedRows(file, faults, context.stateFolder) : undefined
    report(run, { created: result.created, faults, failedFile })
    return faults.length > 0 ? exitCodes.partlyFailed : exitCodes.done
  } finally {
    await file.close()
  }
}

async function sendShipments(run: Run): Promise<Result> {
  const { context, client, columns, shipments } = run
  const { out, signal } = context
  const journal = await openShipmentJournal(run)
  const total: Result = { created: [], faults: [] }
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
    await sendChunks<Body, Result>({
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
async function openShipmentJournal({ context, client, file, columns }: Run): Promise<Journal<Body, Result>> {
  const { url } = await context.connection()
  const { vendor } = await client.auth.me({ signal: context.signal })
  const parts = [url, vendor?.id ?? '', file.hash, ...[...columns].flat()]
  const path = journalPath(context.stateFolder, 'orders-ship', parts)
  const journal = await openJournal<Body, Result>(path)
  const { finishedAt, pending } = journal
  if (!finishedAt && !(pending && keyHasExpired(pending.begunAt))) return journal
  await rm(path)
  return openJournal(path)
}

/** Plans the requests one after the other, because each request changes what is open. */
async function* plannedChunks(run: Run, units: number, index: number): AsyncGenerator<Chunk<Body>> {
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
): Result {
  const result: Result = { created: [], faults: [...body.faults] }
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

function add(total: Result, { created, faults }: Result): void {
  for (const one of created) total.created.push(one)
  for (const fault of faults) total.faults.push(fault)
}

type Results = Result & { failedFile: string | undefined }

function report({ context, file, values }: Run, { created, faults, failedFile }: Results): void {
  const { out } = context
  const failed = failedRows(faults)
  out.result({
    ...{ file: file.name, shipped: created.length, failedRows: failed },
    ...{ shipments: created, failures: faults, failedFile: failedFile ?? null }
  })
  if (failed > 0) {
    showFirstFaults(context, file.name, { first: faults, total: faults.length, rows: failed })
    out.line()
  }
  out.line(headline(out, { failed, isDryRun: false }))
  showCounters(out, [{ name: 'Shipments', value: created.length }])
  if (failedFile === undefined) return
  const path = relative(context.cwd, failedFile) || failedFile
  const options = ['file', 'carrier', 'again', 'column', 'delimiter']
  showFailedFile(
    context,
    path,
    correctAndRun(commandLine(['orders', 'ship'], { ...values, file: path }, options))
  )
}
