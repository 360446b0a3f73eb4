import type { Chunk, Journal } from './journal.ts'

/** A row of a file that failed. `column` and `value` are those of the cell that caused it, if one did. */
export type RowFault = {
  row: number
  column?: string | undefined
  value?: string | undefined
  code: string
  message: string
}

type Sending<Body, Result> = {
  journal: Journal<Body, Result>
  /** Reads the chunks of the file after the given number of units. Indexes begin with `index`. */
  chunksAfter(units: number, index: number): AsyncIterable<Chunk<Body>>
  /** Sends a chunk and returns its result. It must send the key, so that a repetition has no effect. */
  send(chunk: Chunk<Body>, key: string): Promise<Result>
  onResult(result: Result, chunk: Chunk<Body>): void
  signal: AbortSignal
}

/**
 * Sends the chunks of a file one after the other, and records each one in the journal. If the journal has a
 * chunk without a result, this chunk is repeated first, with the body and the key that it had. Chunks with a
 * result aren't sent again.
 */
export async function sendChunks<Body, Result>(sending: Sending<Body, Result>): Promise<void> {
  const { journal, chunksAfter, signal } = sending
  const { pending, begunUnits, begunChunks } = journal
  if (pending) await sendOne(sending, pending)
  for await (const chunk of chunksAfter(begunUnits, begunChunks)) {
    signal.throwIfAborted()
    await journal.begin(chunk)
    await sendOne(sending, chunk)
  }
  await journal.finish()
}

async function sendOne<Body, Result>(sending: Sending<Body, Result>, chunk: Chunk<Body>): Promise<void> {
  const { journal, send, onResult } = sending
  const result = await send(chunk, journal.key(chunk.index))
  await journal.complete(chunk.index, result)
  onResult(result, chunk)
}

/** Puts items into chunks of at most `size` items, after the first `units` items. */
export async function* chunksOf<Item>(
  items: AsyncIterable<{ item: Item; rows: number[] }>,
  { units, index, size }: { units: number; index: number; size: number }
): AsyncGenerator<Chunk<Item[]>> {
  let skipped = 0
  let next = index
  let rows: number[][] = []
  let body: Item[] = []
  for await (const one of items) {
    if (skipped < units) {
      skipped += 1
      continue
    }
    rows.push(one.rows)
    body.push(one.item)
    if (body.length < size) continue
    yield { index: next, units: body.length, rows, body }
    next += 1
    rows = []
    body = []
  }
  if (body.length > 0) yield { index: next, units: body.length, rows, body }
}

/** Hours for which the service stores the response of a request under its `Idempotency-Key`, less a margin. */
const keyHours = 23.5

/** True if a chunk was begun so long ago that its key may have expired, so that a repetition could apply it twice. */
export function keyHasExpired(begunAt: Date, now = new Date()): boolean {
  return now.getTime() - begunAt.getTime() > keyHours * 3_600_000
}

/** Returns rows as ranges, such as `2–5, 7`. */
export function rowRange(rows: number[]): string {
  const sorted = [...new Set(rows)].sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const row of sorted) {
    const last = ranges.at(-1)
    if (last && row === last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
