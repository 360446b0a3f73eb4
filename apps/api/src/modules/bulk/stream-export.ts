import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../db/connect.ts'
import { invalid } from '../../errors.ts'
import { parameterFault } from '../../http/faults.ts'
import { unavailable } from '../../http/problem.ts'
import { copyExport, type ExportFormat } from './export-queries.ts'

/** Of this process; each has a connection to the database. */
const mostAtOnce = 4
const mostOfVendor = 2
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
  const running = new Map<AbortController, string>()

  function start(vendorId: string): AbortController {
    const own = [...running.values()].filter((id) => id === vendorId).length
    if (own >= mostOfVendor) throw unavailable(`${own} exports of this vendor are running.`)
    if (running.size >= mostAtOnce) throw unavailable('Too many exports are running.')
    const ending = new AbortController()
    running.set(ending, vendorId)
    return ending
  }

  return {
    async send(request, reply, format) {
      refusePaging(request)
      if (request.method === 'HEAD') return describe(reply, format).send()
      const ending = start(request.vendorId)
      const { signal } = ending
      const { raw } = reply
      raw.once('close', () => ending.abort())
      if (raw.destroyed) ending.abort()
      try {
        const rows = await copyExport(sql, request.vendorId, { format, signal })
        rows.once('close', () => running.delete(ending))
        return stream(rows, describe(reply, format), signal)
      } catch (error) {
        running.delete(ending)
        throw signal.aborted ? unavailable('The export was given up.') : error
      }
    },
    windDown() {
      const cut = () => {
        for (const ending of running.keys()) ending.abort()
      }
      setTimeout(cut, graceMs).unref()
    }
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

function stream(rows: Readable, reply: FastifyReply, signal: AbortSignal): FastifyReply {
  const end = () => rows.destroy(new Error('The export was cut short.'))
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return reply.send(rows)
}
