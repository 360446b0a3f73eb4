import { checkRows } from './check-rows.ts'
import { FileProblem } from './file-problem.ts'
import { describeFile } from './open-file.ts'
import { placeFaults } from './place-faults.ts'
import type { WorkerReply, WorkerRequest } from './worker-messages.ts'
import { writeRows } from './write-rows.ts'

// Reads files in a thread of its own, so that the page responds in the meantime.
addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const reply = (message: WorkerReply) => postMessage(message)
  run(data, (rows) => reply({ rows })).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: problemOf(error) })
  )
})

function run(request: WorkerRequest, onProgress: (rows: number) => void): Promise<unknown> {
  if (request.call === 'describe') return describeFile(request.file, request.name, request.chosen)
  if (request.call === 'check') return checkRows(request.input, onProgress)
  if (request.call === 'place') return placeFaults(request.input)
  return writeRows(request.input)
}

function problemOf(error: unknown) {
  if (error instanceof FileProblem) return { code: error.code, row: error.row }
  // The file was changed or deleted after it was chosen.
  if (error instanceof DOMException) return { code: 'NOT_READABLE' as const }
  return { message: error instanceof Error ? error.message : String(error) }
}
