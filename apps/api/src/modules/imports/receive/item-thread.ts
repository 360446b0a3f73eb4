import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../../jobs/lower-priority.ts'
import {
  type ReadAnswer,
  type ReadEnd,
  type ReadForm,
  type ReadLimits,
  type ReadNeed,
  readItems
} from './read-items.ts'
import { checkUploadItem } from './upload-item.ts'

/** To the thread: a new upload, what one was waiting for, or that nobody waits for it any more. */
export type ThreadTask = { id: number } & (
  | { open: { form: ReadForm; limits: ReadLimits } }
  | { answer: ReadAnswer }
  | { drop: true }
)

/** From the thread: one for each task but `drop`. */
export type ThreadReply = { id: number } & ({ need: ReadNeed } | { end: ReadEnd })

lowerPriority()

const readings = new Map<number, ReturnType<typeof readItems>>()

// One step a message: uploads that share the thread take turns, and one step reads a bounded part of a body.
parentPort?.on('message', (task: ThreadTask) => {
  const { id } = task
  if ('drop' in task) {
    readings.delete(id)
    return
  }
  if ('open' in task)
    readings.set(id, readItems(task.open.form, { check: checkUploadItem, limits: task.open.limits }))
  const step = readings.get(id)?.next('answer' in task ? task.answer : {})
  if (!step) return
  if (step.done) readings.delete(id)
  parentPort?.postMessage(
    (step.done ? { id, end: step.value } : { id, need: step.value }) satisfies ThreadReply
  )
})
