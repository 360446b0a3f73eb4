import type { FastifyReply, FastifyRequest } from 'fastify'
import { copyFile } from '../../db/csv.ts'
import type { Api, Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { preferredType } from '../../http/accept.ts'
import { parameterFault } from '../../http/faults.ts'
import { StreamSlots } from '../../http/limits/stream-slots.ts'
import { type PagingParameters, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { addVary, sendJson, sendStreamHead } from '../../http/send.ts'
import { type FileLines, lineFileQuery, listLines } from './line-queries.ts'
import type { LineRange } from './queries.ts'
import { StatementLinePage } from './schema.ts'

/**
 * The maximum numbers of files that are sent at the same time, in this process and for each vendor or the operator. Each
 * occupies a database connection.
 */
const limits = { maxConcurrent: 4, maxPerVendor: 2 }
/** How long files may continue when the process stops. Shorter than the time limit of the whole shutdown. */
const graceMs = 7_000

const csvExample =
  'statement,recorded_at,kind,order_number,po_number,sku,product,quantity,unit_cost,amount,currency,shipment_id,reason\n' +
  '7,2026-03-04T09:30:00.000Z,SHIPPING,1000-0181,PO-2000-0181,,,,,8.90,USD,,\n'

const csvContent = { 'text/csv': { schema: { type: 'string' }, example: csvExample } }
const disposition = {
  'Content-Disposition': { type: 'string', description: 'attachment, with the file name' }
}

/** The response schema of lines that are sent as JSON or CSV. */
export const lineResponse = {
  200: {
    description: 'A page as JSON, or all lines as CSV',
    content: { 'application/json': { schema: ref(StatementLinePage) }, ...csvContent }
  }
}

/** The response schema of lines that are sent only as CSV. */
export const fileResponse = {
  200: { description: 'The lines as CSV', headers: disposition, content: csvContent }
}

/** What is sent, with the name of the file without its extension. */
type File = { lines: FileLines; name: string; owner: string }

/** Returns functions that send lines. The files of all routes together are limited. */
export function lineSender(api: Api, { sql, secret }: Deps) {
  const slots = new StreamSlots('files', limits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  async function sendFile(request: FastifyRequest, reply: FastifyReply, { lines, name, owner }: File) {
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .type('text/csv; charset=utf-8')
    if (request.method === 'HEAD') return sendStreamHead(reply)
    const rows = await slots.open({ vendorId: owner }, reply, (signal) =>
      copyFile(sql, { query: lineFileQuery(sql, lines), format: 'csv' }, signal)
    )
    return reply.send(rows)
  }

  /** Sends a page of the lines as JSON or, if `Accept` prefers `text/csv`, all lines as a file. */
  async function sendLines(
    request: FastifyRequest<{ Querystring: PagingParameters }>,
    reply: FastifyReply,
    { range, ...file }: Omit<File, 'lines'> & { range: LineRange }
  ) {
    const { query, headers } = request
    addVary(reply, 'Accept')
    if (preferredType(headers.accept, ['application/json', 'text/csv']) === 'text/csv') {
      const faults = Object.keys(query).map((name) =>
        parameterFault(name, 'NOT_TOGETHER', `must not be sent together with Accept: ${headers.accept}`)
      )
      if (faults.length > 0) throw invalid(faults)
      return sendFile(request, reply, { ...file, lines: { range } })
    }
    const list = { name: 'lines', binding: ['statement lines', range], query, defaultSize: 100 }
    const text = await readList(secret, list, (page) => listLines(sql, { range, page }))
    return sendJson<StatementLinePage>(reply, text)
  }

  return { sendFile, sendLines }
}
