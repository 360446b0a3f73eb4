import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../db/connect.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import type { JsonText } from '../../http/json-text.ts'
import { StreamSlots } from '../../http/limits/stream-slots.ts'
import { readList } from '../../http/paging.ts'
import { addVary, sendStreamHead } from '../../http/send.ts'
import { workbookTypes } from '../bulk-items/workbook/workbook-types.ts'
import { refuseUnended } from './job-actions.ts'
import { findOutcome } from './queries.ts'
import { chooseReportFormat, openReport, prefersWorkbook, type ReportQuery } from './report/report.ts'
import { listItems } from './report/report-queries.ts'
import { openWorkbookReport } from './report/workbook-report.ts'
import type { ImportItemPage, ImportItemQuery, ItemStatus } from './schema.ts'

/*
 * What the routes of vendors and of the operator share: the items of a job and its report. The operator's routes find out first
 * to which vendor the job belongs.
 */

/**
 * The maximum numbers of reports that are sent at the same time, in this process and for each vendor or the operator. If the
 * client reads slowly, each holds a chunk of the job's items in memory.
 */
const reportLimits = { maxConcurrent: 32, maxPerVendor: 8 }
/**
 * How long running reports may continue when the process stops. It is shorter than the time limit of the
 * whole shutdown.
 */
const graceMs = 7_000

/** Returns a page of the items of a job as JSON text. Throws 404 if the vendor has no such job. */
export function readItems(
  { sql, secret }: Pick<Deps, 'sql' | 'secret'>,
  { vendorId, id, query }: { vendorId: string; id: string; query: ImportItemQuery }
): Promise<JsonText<ImportItemPage>> {
  const { status, hasWarnings = false } = query
  const jobId = id.toLowerCase()
  const list = { name: 'items', binding: ['import-items', vendorId, jobId, status, hasWarnings], query }
  return readList(secret, list, async (page) => ({
    rows: orNotFound(await listItems(sql, vendorId, { jobId, status, hasWarnings, page }))
  }))
}

type ReportRequest = FastifyRequest<{
  Params: { queue_id: string }
  Querystring: { status?: ItemStatus }
}>

/**
 * Returns a function that sends the report of a job of the vendor, in the format that `Accept` asks for. `owner` is the vendor's
 * id or `platform`, for the limit of reports that are sent at the same time.
 */
export function reportSender(api: Api, { sql }: Deps) {
  const slots = new StreamSlots('reports', reportLimits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  return async (
    request: ReportRequest,
    reply: FastifyReply,
    { vendorId, owner }: { vendorId: string; owner: string }
  ): Promise<FastifyReply> => {
    const { params, query, headers } = request
    const jobId = params.queue_id.toLowerCase()
    const { status } = query
    const isWorkbook = prefersWorkbook(headers.accept)
    const format = chooseReportFormat(headers.accept)
    const report = await slots.open({ vendorId: owner }, reply, () =>
      isWorkbook
        ? openWorkbook(sql, { vendorId, jobId, status: status ?? 'FAILED' })
        : openReport(sql, { vendorId, jobId, status }, format)
    )
    addVary(reply, 'Accept')
    const { contentType, extension } = isWorkbook
      ? { contentType: workbookTypes.xlsx, extension: 'xlsx' }
      : format
    reply.headers({
      'content-type': contentType,
      ...(extension && { 'content-disposition': `attachment; filename="import-${jobId}.${extension}"` })
    })
    if (request.method === 'HEAD') {
      report.destroy()
      return sendStreamHead(reply)
    }
    return reply.send(report)
  }
}

/** Throws 404 if the vendor has no such job, and 409 if the job hasn't ended. */
async function openWorkbook(sql: Sql, query: ReportQuery): Promise<Readable> {
  refuseUnended(orNotFound(await findOutcome(sql, query.vendorId, query.jobId)).status)
  return openWorkbookReport(sql, query)
}
