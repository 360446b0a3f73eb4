import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unavailable } from '../errors.ts'
import { Limit } from '../lib/limit.ts'
import { maxImageBytes, maxPreviewBytes } from './file-types.ts'
import type { ImageCheck, Preview } from './image-codec.ts'

/** Decodes images in child processes (contract 4.7). */
export type Images = {
  /**
   * Returns the image to store, or the reason for refusing it. Throws a 503 problem if too many images are
   * waiting.
   */
  check(bytes: Uint8Array): Promise<ImageCheck>
  /** Checks the images of one request, at most two at a time. Returns the results in the order of `files`. */
  checkAll(files: readonly Uint8Array[]): Promise<ImageCheck[]>
  /** Returns a preview of a checked image. An image of at most 256 KiB is its own preview. */
  preview(image: Preview): Promise<Preview>
  /** Returns a small PNG of a logo to embed in documents, or undefined if the logo can't be decoded. */
  print(bytes: Uint8Array): Promise<Uint8Array | undefined>
  /** Ends the processes. Calls that are under way fail with 503. */
  close(): Promise<void>
}

/**
 * Creates a pool of processes that decode images. Processes start on demand. The caller must call `close` at
 * the end.
 */
export function createImages(options: Partial<PoolOptions> = {}): Images {
  const pool = createPool({ processes: 2, queued: 64, waitMs: 20_000, deadlineMs: 20_000, ...options })

  async function check(bytes: Uint8Array): Promise<ImageCheck> {
    if (bytes.length > maxImageBytes) return refuse('IMAGE_TOO_LARGE', 'must be at most 10 MiB')
    const outcome = await pool.run({ name: 'check', bytes })
    if (outcome === 'late')
      return refuse('IMAGE_TOO_COMPLEX', 'takes too long to decode; send a smaller or simpler image')
    if (outcome === 'crashed' || !('check' in outcome)) {
      return refuse('BROKEN_IMAGE', "is damaged and can't be decoded")
    }
    return outcome.check
  }

  return {
    check,
    async checkAll(files) {
      const checks: ImageCheck[] = []
      const rest = files.entries()
      const checkRest = async () => {
        for (const [index, bytes] of rest) checks[index] = await check(bytes)
      }
      await Promise.all([checkRest(), checkRest()])
      return checks
    },
    async preview(image) {
      if (image.bytes.length <= maxPreviewBytes) return image
      const outcome = await pool.run({ name: 'preview', bytes: image.bytes })
      if (typeof outcome === 'object' && 'preview' in outcome) return outcome.preview
      throw unavailable("The preview can't be created at the moment.")
    },
    async print(bytes) {
      const outcome = await pool.run({ name: 'print', bytes })
      return typeof outcome === 'object' && 'printable' in outcome ? outcome.printable : undefined
    },
    close: () => pool.close()
  }
}

function refuse(code: string, message: string): ImageCheck {
  return { ok: false, code, message }
}

export type ImageTask = { name: 'check' | 'preview' | 'print'; bytes: Uint8Array }

/** A message from an image process: `ready` after its start, then one result for each task. */
export type ImageReply =
  | 'ready'
  | { check: ImageCheck }
  | { preview: Preview }
  | { printable: Uint8Array | undefined }

/**
 * The result of a task, or the reason why there is none: the process crashed (`crashed`), or it was killed at
 * the deadline (`late`).
 */
type Outcome = Exclude<ImageReply, 'ready'> | 'crashed' | 'late'

type PoolOptions = {
  /** The maximum number of processes. Each process decodes one image at a time. */
  processes: number
  /** The maximum number of waiting images. Further images are refused with a 503. */
  queued: number
  /** The maximum time for which an image waits for a process. */
  waitMs: number
  /** The maximum time for which an image is processed. */
  deadlineMs: number
  /** The path of the program that the processes run. */
  program?: string
}

/** Time limit for the start of a process. It usually takes 0.2 s, but a busy machine can take much longer. */
const startMs = 30_000

/**
 * A pool of processes that decode images. Processes start on demand. A process that crashes or misses its
 * deadline is replaced. The pool doesn't use worker threads, because terminating a thread doesn't stop a
 * running decoder.
 */
function createPool({ processes, queued, waitMs, deadlineMs, program }: PoolOptions) {
  const limit = new Limit({ total: processes })
  const children = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const closing = new AbortController()
  const { signal: closed } = closing

  async function start(): Promise<ChildProcess> {
    const child = forkChild(program)
    children.add(child)
    child.once('exit', () => {
      children.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    })
    const first = await answer(child, startMs)
    closed.throwIfAborted()
    if (first !== 'ready') throw unavailable("Images can't be processed at the moment.")
    return child
  }

  return {
    async run(task: ImageTask): Promise<Outcome> {
      if (limit.waitingCount >= queued) throw overloaded()
      const since = performance.now()
      await limit.take(closed)
      try {
        if (performance.now() - since > waitMs) throw overloaded()
        const child = idle.pop() ?? (await start())
        const outcome = await ask(child, task, deadlineMs)
        closed.throwIfAborted()
        if (typeof outcome === 'object') idle.push(child)
        return outcome
      } finally {
        limit.release()
      }
    },
    async close(): Promise<void> {
      closing.abort(unavailable('The service is shutting down.'))
      await Promise.all(
        [...children].map(async (child) => {
          const exit = once(child, 'exit')
          child.ref()
          child.kill('SIGKILL')
          await exit
        })
      )
    }
  }
}

/**
 * Starts a process that decodes images. The images are untrusted, so the process gets only environment
 * variables that contain no secrets.
 */
function forkChild(program = fileURLToPath(new URL('./image-process.ts', import.meta.url))): ChildProcess {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const child = fork(program, [], {
    execArgv: [],
    env: Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  // Errors are detected by the exit of the process or by a failed send.
  child.on('error', () => {})
  return child
}

/** Sends a task to an idle process and returns its result. */
async function ask(child: ChildProcess, task: ImageTask, deadlineMs: number): Promise<Outcome> {
  child.ref()
  child.channel?.ref()
  const result = answer(child, deadlineMs)
  await new Promise<void>((resolve, reject) => {
    child.send(task, (error) =>
      error ? reject(unavailable("Images can't be processed at the moment.")) : resolve()
    )
  })
  const outcome = await result
  // An idle process must not prevent the service from exiting.
  child.channel?.unref()
  child.unref()
  return outcome === 'ready' ? 'crashed' : outcome
}

/**
 * Resolves with the next message of the process, or with `crashed` if the process exits. If neither happens
 * before the deadline, kills the process and resolves with `late`.
 */
function answer(child: ChildProcess, deadlineMs: number): Promise<ImageReply | 'crashed' | 'late'> {
  return new Promise((resolve) => {
    const settle = (outcome: ImageReply | 'crashed' | 'late') => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', crash)
      child.off('error', crash)
      resolve(outcome)
    }
    const crash = () => settle('crashed')
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      settle('late')
    }, deadlineMs)
    child.on('message', settle)
    child.on('exit', crash)
    child.on('error', crash)
  })
}

function overloaded() {
  return unavailable('Too many images are waiting to be processed.')
}
