import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../db/connect.ts'
import { invalid } from '../../errors.ts'
import { parameterFault } from '../../http/faults.ts'
import { StreamSlots } from '../../http/stream-slots.ts'
import { copyExport, type ExportFormat } from './export-queries.ts'

/** Each stream has a connection to the database of its own. */
const limits = { maxAtOnce: 4, maxOfVendor: 2 }
/** While stopping, running exports have so long to end: less than the process has in all. */
const graceMs = 7_000

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8'
}

/** The exports that a process streams at this moment. */
export type RunningExports = {
  /** Answers with the vendor's whole export; 503 when too many are running. */
  send(request: FastifyRequest, reply: FastifyReply, format: ExportFormat): Promise<FastifyReply>
  /** Gives those that run a while to end, then cuts them. */
  windDown(): void
}

export function createRunningExports(sql: Sql): RunningExports {
  const slots = new StreamSlots('exports', limits)

  return {
    async send(request, reply, format) {
      refusePaging(request)
      if (request.method === 'HEAD') return describe(reply, format).send()
      const rows = await slots.open(request, reply, (signal) =>
        copyExport(sql, request.vendorId, { format, signal })
      )
      return describe(reply, format).send(rows)
    },
    windDown: () => slots.windDown(graceMs)
  }
}

function refusePaging({ query, headers }: FastifyRequest): void {
  const faults = Object.keys(query as object).map((name) =>
    parameterFault(name, 'NOT_TOGETHER', `may not be sent together with Accept: ${headers.accept}`)
  )
  if (faults.length > 0) throw invalid(faults)
}

function describe(reply: FastifyReply, format: ExportFormat): FastifyReply {
  reply.type(contentTypes[format]).header('cache-control', 'no-store')
  if (format === 'csv') {
    const day = new Date().toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="products-${day}.csv"`)
  }
  return reply
}
