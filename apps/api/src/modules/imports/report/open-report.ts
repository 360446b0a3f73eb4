import { Readable } from 'node:stream'
import type { Sql } from '../../../db/connect.ts'
import { orNotFound } from '../../../errors.ts'
import type { ItemStatus } from '../schema.ts'
import { leftByFailure } from './item-queries.ts'
import type { ReportedItem, ReportForm } from './report-forms.ts'
import { findReportChunk, type Past, type ReportChunk } from './report-queries.ts'

/** So many items are written at once, that other requests come to their turn. */
const batchSize = 100

export type ReportQuery = { vendorId: string; jobId: string; status: ItemStatus | undefined }

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
