import { FileProblem } from './file-problem.ts'
import type { CheckInput, CheckResult, ChosenReading, FileInfo, ServiceFaults } from './file-types.ts'
import type { PlaceInput } from './place-faults.ts'
import type { WorkerReply, WorkerRequest } from './worker-messages.ts'
import type { WriteInput, WrittenRows } from './write-rows.ts'

type Options = { signal?: AbortSignal | undefined; onProgress?: (rows: number) => void }

/** Finds out how a file is to be read. Rejects with a `FileProblem` if it can't be read. */
export function describe(file: Blob, name: string, chosen: ChosenReading): Promise<FileInfo> {
  return ask<FileInfo>({ call: 'describe', file, name, chosen })
}

/** Reads all rows of a file and returns the items that they become. */
export function check(input: CheckInput, options: Options): Promise<CheckResult> {
  return ask<CheckResult>({ call: 'check', input }, options)
}

/** Returns the faults of refused items by the rows of the file. */
export function place(input: PlaceInput): Promise<ServiceFaults> {
  return ask<ServiceFaults>({ call: 'place', input })
}

/** Returns a file with some of the rows. */
export function write(input: WriteInput): Promise<WrittenRows> {
  return ask<WrittenRows>({ call: 'write', input })
}

/** Each request has a worker of its own, so that one that isn't needed any more can be ended at once. */
function ask<Result>(request: WorkerRequest, { signal, onProgress }: Options = {}): Promise<Result> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<Result>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onerror = ({ message }) => reject(new Error(message || 'The file could not be read.'))
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      if ('rows' in data) onProgress?.(data.rows)
      else if ('result' in data) resolve(data.result as Result)
      else if ('code' in data.error) reject(new FileProblem(data.error.code, data.error.row))
      else reject(new Error(data.error.message))
    }
    worker.postMessage(request)
  })
  return answer.finally(() => worker.terminate())
}
