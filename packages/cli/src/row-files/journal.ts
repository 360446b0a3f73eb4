import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../files.ts'
import { deleteOldJournals } from './old-journals.ts'

/**
 * One request of several that a file is sent in: its body, and the rows of the file that it contains. `units`
 * is the number of items that the request takes from the file.
 */
export type Chunk<Body> = { index: number; units: number; rows: number[][]; body: Body }
/** A chunk that was begun at a time, perhaps without a response. */
export type BegunChunk<Body> = Chunk<Body> & { begunAt: Date }

type Line<Body, Result> =
  | { run: string; startedAt: string }
  | { begun: Chunk<Body>; at: string }
  | { done: number; result: Result }
  | { finished: string }

/**
 * A record on disk of the requests that a file is sent in. A chunk is recorded before it is sent, and its
 * result after the response. So a command that was interrupted can continue: it repeats the chunk without a
 * result with the same body and the same `Idempotency-Key`, and sends the chunks after it.
 */
export type Journal<Body, Result> = {
  path: string
  startedAt: Date
  finishedAt: Date | undefined
  /** The results of the chunks that have a response, in order. */
  results: Result[]
  /** The chunk that was begun and has no result. */
  pending: BegunChunk<Body> | undefined
  /** The number of chunks, and of units of the file, that were begun. */
  begunChunks: number
  begunUnits: number
  /** Returns the `Idempotency-Key` of a chunk. */
  key(index: number): string
  begin(chunk: Chunk<Body>): Promise<void>
  complete(index: number, result: Result): Promise<void>
  finish(): Promise<void>
}

/** Returns the path of the journal for what `parts` identify, such as the content of a file and an account. */
export function journalPath(folder: string, command: string, parts: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
  return join(folder, 'journals', `${command}-${hash}.ndjson`)
}

/**
 * Opens the journal at the path, or creates it. Two processes that open the same path share it. Old journals of
 * other files are deleted.
 */
export async function openJournal<Body, Result>(path: string): Promise<Journal<Body, Result>> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  await deleteOldJournals(path)
  if (!(await exists(path))) await createJournal(path)
  const text = await readFile(path, 'utf8')
  // A process that was killed can have written a part of its last line.
  const lines = text.split('\n').flatMap((line) => parsed<Line<Body, Result>>(line))
  const head = lines.find((line) => 'run' in line)
  if (!head) throw new Error(`${path} is damaged. Delete it if you know which rows were applied.`)
  return {
    ...stateOf(lines),
    ...writer<Body, Result>(path, head.run, text),
    path,
    startedAt: new Date(head.startedAt)
  }
}

function stateOf<Body, Result>(lines: Line<Body, Result>[]) {
  const begun = new Map<number, BegunChunk<Body>>()
  const results = new Map<number, Result>()
  let finishedAt: Date | undefined
  for (const line of lines) {
    if ('begun' in line) begun.set(line.begun.index, { ...line.begun, begunAt: new Date(line.at) })
    if ('done' in line) results.set(line.done, line.result)
    if ('finished' in line) finishedAt = new Date(line.finished)
  }
  const chunks = [...begun.values()]
  return {
    finishedAt,
    results: chunks.flatMap(({ index }) => (results.has(index) ? [results.get(index) as Result] : [])),
    pending: chunks.find(({ index }) => !results.has(index)),
    begunChunks: chunks.length,
    begunUnits: chunks.reduce((sum, { units }) => sum + units, 0)
  }
}

function writer<Body, Result>(path: string, run: string, text: string) {
  let separator = text.endsWith('\n') ? '' : '\n'
  async function append(line: Line<Body, Result>): Promise<void> {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(`${separator}${JSON.stringify(line)}\n`)
      await file.sync()
      separator = ''
    } finally {
      await file.close()
    }
  }
  return {
    key: (index: number) => `purveyor-cli-${run}-${index}`,
    begin: (chunk: Chunk<Body>) => append({ begun: chunk, at: new Date().toISOString() }),
    complete: (index: number, result: Result) => append({ done: index, result }),
    finish: () => append({ finished: new Date().toISOString() })
  }
}

/**
 * Creates a journal. The link makes the file appear complete and only once: if two processes create it at the
 * same time, both use the one of the first.
 */
async function createJournal(path: string): Promise<void> {
  const head = { run: randomUUID(), startedAt: new Date().toISOString() }
  const draft = `${path}.${head.run}`
  await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

function parsed<T>(line: string): T[] {
  if (line === '') return []
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
