import { MessageChannel } from 'node:worker_threads'
import type { Api, Deps } from '../../../deps.ts'
import { endingOf } from '../../../http/streamed-body.ts'
import { Limit } from '../../../lib/limit.ts'
import { createThreads, type ThreadOptions, type Threads } from '../../../workers/threads.ts'
import type { ReadAnswer, ReadEnd, ReadForm, ReadLimits, ReadNeed } from '../../bulk-items/read-items.ts'
import type * as program from './read-upload.ts'

type Step = { need: ReadNeed } | { end: ReadEnd }

/** One upload as its thread reads it. */
export type ThreadReading = {
  /** Gives what was needed, and returns what is needed next or how the reading ended. */
  next(answer?: ReadAnswer): Promise<Step>
  /** Has to be called, whether the reading has ended or not. */
  close(): void
}

/** So many batches fit in the memory of the threads many times over, whatever their items are. */
const maxUploads = { total: 24, perKey: 8 }

/**
 * Threads that read uploads, so that parsing and sanitising hold up no other request. Uploads share them; where one is
 * lost its uploads get a 503.
 */
export class UploadThreads {
  /** By vendor: to be taken for an upload before it is opened, and released after. */
  readonly limit = new Limit(maxUploads)
  /** Aborted where what is still being read has to be given up, since the process stops. */
  readonly ending: AbortSignal
  private readonly threads: Threads<typeof program>

  constructor({
    url = new URL('./read-upload.ts', import.meta.url),
    ending = new AbortController().signal,
    ...options
  }: { url?: URL; ending?: AbortSignal } & Partial<Pick<ThreadOptions, 'maxThreads' | 'idleMs'>> = {}) {
    this.ending = ending
    this.threads = createThreads<typeof program>({
      ...{ program: url, maxThreads: 2, tasksAtOnce: maxUploads.total, maxQueue: maxUploads.total },
      ...{ maxHeapMiB: 128, maxYoungMiB: 8, ...options }
    })
  }

  open(upload: { form: ReadForm; limits: ReadLimits }): ThreadReading {
    const { port1: port, port2 } = new MessageChannel()
    let step: PromiseWithResolvers<Step> | undefined
    let lost: unknown
    port.on('message', (need: ReadNeed) => step?.resolve({ need }))
    this.threads.run('readUpload', { ...upload, port: port2 }, [port2]).then(
      (end) => end && step?.resolve({ end }),
      (error: unknown) => {
        lost = error
        step?.reject(error)
      }
    )
    return {
      next(answer = {}) {
        if (lost) return Promise.reject(lost)
        step = Promise.withResolvers()
        port.postMessage(answer, answer.bytes ? [answer.bytes.buffer as ArrayBuffer] : [])
        return step.promise
      },
      close: () => port.close()
    }
  }

  close(): Promise<void> {
    return this.threads.close()
  }
}

const ofApplications = new WeakMap<Deps, UploadThreads>()

/** The threads of this application, shared by all routes that take in items; they end with it. */
export function uploadThreadsOf(api: Api): UploadThreads {
  const known = ofApplications.get(api.deps)
  if (known) return known
  const threads = new UploadThreads({ ending: endingOf(api) })
  ofApplications.set(api.deps, threads)
  api.addHook('onClose', () => threads.close())
  return threads
}
