import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { lowerPriority } from '../../../jobs/lower-priority.ts'
import { type ReadEnd, type ReadForm, type ReadLimits, readItems } from '../../bulk-items/read-items.ts'
import { uploadItems } from './upload-item.ts'

lowerPriority()

type UploadToRead = { form: ReadForm; limits: ReadLimits; port: MessagePort }

/**
 * The task of an upload's thread: reads its items, and asks for what that needs through the port. One step a message:
 * uploads that share the thread take turns, and one step reads a bounded part of a body. Undefined where the port was
 * closed before the end.
 */
export async function readUpload({ form, limits, port }: UploadToRead): Promise<ReadEnd | undefined> {
  const reading = readItems(form, { kind: uploadItems, limits })
  for await (const [answer] of on(port, 'message', { close: ['close'] })) {
    const step = reading.next(answer)
    if (step.done) return step.value
    port.postMessage(step.value)
  }
  return undefined
}
