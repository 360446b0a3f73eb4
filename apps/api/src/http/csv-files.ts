import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Fragment, Sql } from '../db/connect.ts'
import { copyFile, type FileFormat } from '../db/csv.ts'
import type { Api } from '../deps.ts'
import { invalid } from '../errors.ts'
import { preferredType } from './accept.ts'
import { parameterFault } from './faults.ts'
import { StreamSlots } from './limits/stream-slots.ts'
import type { PagingParameters } from './paging.ts'
import { ref } from './schema.ts'
import { addVary, sendStreamHead } from './send.ts'

/**
 * The maximum numbers of files of lists that are sent at the same time, in this process and for each vendor or the operator.
 * Each occupies a database connection.
 */
const limits = { maxConcurrent: 4, maxPerVendor: 2 }
/** How long files may continue when the process stops. Shorter than the time limit of the whole shutdown. */
const graceMs = 7_000

/** The slots of each service. The files of all its lists share them. */
const slotsOf = new WeakMap<Sql, StreamSlots>()

/** The response schema of a list that is sent as pages of JSON or as one CSV file. */
export function pageOrFile<T extends TSchema & { $id: string; description?: string }>(
  page: T,
  example: string
) {
  return {
    200: {
      description: `${page.description}, or all matching rows as CSV`,
      content: {
        'application/json': { schema: ref(page) },
        'text/csv': { schema: { type: 'string' }, example }
      }
    }
  }
}

/** What the description of such a list says about the file. */
export const fileDescription =
  'With Accept: text/csv and without paging parameters, all matching rows are streamed from one snapshot as a CSV file, in ' +
  'which an apostrophe is added before texts that begin with = + - or @. A vendor, or the operator, can read 2 files at the ' +
  'same time; further requests get 503.'

/**
 * The file of a list: its query, its name without the date and the extension, and the vendor, or `platform`. Lists that are also
 * sent as NDJSON have a query whose only column is the JSON of each row.
 */
type File = { query: Fragment; json?: Fragment; name: string; owner: string }

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/**
 * Returns a function that sends a list as a file and resolves to true if `Accept` prefers the type of one of the `formats`, and
 * otherwise resolves to false. It throws 400 if the request has paging parameters, and 503 if too many files are being sent.
 */
export function fileSender(api: Api, sql: Sql, formats: readonly FileFormat[] = ['csv']) {
  const slots = slotsOf.get(sql) ?? new StreamSlots('files', limits)
  slotsOf.set(sql, slots)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  return async (
    request: FastifyRequest<{ Querystring: PagingParameters & { wait?: number } }>,
    reply: FastifyReply,
    file: () => File
  ): Promise<boolean> => {
    addVary(reply, 'Accept')
    const { accept } = request.headers
    const preferred = preferredType(accept, ['application/json', ...formats.map((format) => types[format])])
    const format = formats.find((one) => types[one] === preferred)
    if (!format) return false
    refusePaging(request.query, accept)
    const { query, json, name, owner } = file()
    const setHeaders = () =>
      reply
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${format}"`
        )
        .type(`${types[format]}; charset=utf-8`)
    if (request.method === 'HEAD') {
      sendStreamHead(setHeaders())
      return true
    }
    const rows = await slots.open({ vendorId: owner }, reply, (signal) =>
      copyFile(sql, { query: format === 'ndjson' && json ? json : query, format }, signal)
    )
    setHeaders().send(rows)
    return true
  }
}

function refusePaging(
  { first, after, last, before, wait }: PagingParameters & { wait?: number },
  accept: string | undefined
): void {
  const faults = Object.entries({ first, after, last, before, wait })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => parameterFault(name, 'NOT_TOGETHER', `must not be sent together with Accept: ${accept}`))
  if (faults.length > 0) throw invalid(faults)
}
