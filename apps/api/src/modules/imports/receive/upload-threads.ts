import { MessageChannel } from 'node:worker_threads'
import type { Api, Deps } from '../../../deps.ts'
import { endingOf } from '../../../http/body/streamed-body.ts'
import { Limit } from '../../../lib/limit.ts'
import { createThreads, type ThreadOptions, type Threads } from '../../../workers/threads.ts'
import type { ReadAnswer, ReadEnd, ReadLimits, ReadNeed } from '../../bulk-items/read-items.ts'
import type { Marketplace } from '../../products/marketplace-queries.ts'
import type * as program from './read-upload.ts'

type Step = { need: ReadNeed } | { end: ReadEnd }

/** An upload that is being read in a thread. */
export type ThreadReading = {
  /** Sends the data that the reader requested, and returns the reader's next request or its result. */
  next(answer?: ReadAnswer): Promise<Step>
  /** Ends the reading. Must always be called, even after the reader has returned its result. */
  close(): void
}

/**
 * The maximum numbers of concurrent uploads in this process, in total and per vendor. The total is low enough
 * that the items waiting in the threads use only a small part of the threads' memory.
 */
const maxUploads = { total: 24, perKey: 8 }
/** The maximum numbers of workbooks that are read concurrently: each needs up to 40 MB of the memory of its thread. */
const maxWorkbooks = { total: 4, perKey: 2 }

/**
 * Threads that read uploads, so that parsing and sanitising don't block other requests. Several uploads share
 * a thread. If a thread crashes, the clients of its uploads get the response 503.
 */
export class UploadThreads {
  /**
   * Limits running uploads, in total and per vendor. Call `take` before `open`, and `release` when the
   * reading is closed.
   */
  readonly limit = new Limit(maxUploads)
  /** Limits the workbooks that are being read. Call `take` when the workbook has arrived. */
  readonly workbookLimit = new Limit(maxWorkbooks)
  /** Aborted when the process stops and can't wait any longer for uploads that are still being read. */
  readonly ending: AbortSignal
  private readonly threads: Threads<typeof program>

  constructor({
    url = new URL('./read-upload.ts', import.meta.url),
    ending = new AbortController().signal,
    ...options
  }: { url?: URL; ending?: AbortSignal } & Partial<Pick<ThreadOptions, 'maxThreads' | 'idleMs'>> = {}) {
    this.ending = ending
    this.threads = createThreads<typeof program>({
      ...{ program: url, maxThreads: 2, maxConcurrentTasks: maxUploads.total, maxQueue: maxUploads.total },
      ...{ maxHeapMiB: 128, maxYoungMiB: 8, ...options }
    })
  }

  /** Starts to read an upload in one of the threads. */
  open(upload: program.UploadBody & { limits: ReadLimits; marketplace?: Marketplace }): ThreadReading {
    const { port1: port, port2 } = new MessageChannel()
    let step: PromiseWithResolvers<Step> | undefined
    let failure: unknown
    port.on('message', (need: ReadNeed) => step?.resolve({ need }))
    this.threads.run('readUpload', { ...upload, port: port2 }, [port2]).then(
      (end) => end && step?.resolve({ end }),
      (error: unknown) => {
        failure = error
        step?.reject(error)
      }
    )
    return {
      next(answer = {}) {
        if (failure) return Promise.reject(failure)
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

const threadsByApplication = new WeakMap<Deps, UploadThreads>()

/**
 * Returns the upload threads of the application, which all routes that receive items share. The threads end
 * when the application closes.
 */
export function uploadThreadsOf(api: Api): UploadThreads {
  const existing = threadsByApplication.get(api.deps)
  if (existing) return existing
  const threads = new UploadThreads({ ending: endingOf(api) })
  threadsByApplication.set(api.deps, threads)
  api.addHook('onClose', () => threads.close())
  return threads
}
