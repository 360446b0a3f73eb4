import type { FileProblemCode } from './file-problem.ts'
import type { CheckInput, ChosenReading } from './file-types.ts'
import type { PlaceInput } from './place-faults.ts'
import type { WriteInput } from './write-rows.ts'

/** What the page asks the worker to do. */
export type WorkerRequest =
  | { call: 'describe'; file: Blob; name: string; chosen: ChosenReading }
  | { call: 'check'; input: CheckInput }
  | { call: 'place'; input: PlaceInput }
  | { call: 'write'; input: WriteInput }

/** What the worker replies: its progress, and then the result or an error. */
export type WorkerReply =
  | { rows: number }
  | { result: unknown }
  | { error: { code: FileProblemCode; row?: number | undefined } | { message: string } }
