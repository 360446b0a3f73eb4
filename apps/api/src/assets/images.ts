import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unavailable } from '../http/problem.ts'
import { Limit } from '../lib/limit.ts'
import { maxImageBytes, maxPreviewBytes } from './file-types.ts'
import type { ImageCheck, Preview } from './image-codec.ts'

/** Decoding of images outside of this process (contract 4.7). */
export type Images = {
  /** The image as it is to be stored, or why it is refused. Throws a 503 problem when too many wait. */
  check(bytes: Uint8Array): Promise<ImageCheck>
  /** The checks of the images of one request, in their order, so that it takes no more than its share. */
  checkAll(files: readonly Uint8Array[]): Promise<ImageCheck[]>
  /** A preview of a checked image: the image itself where it has at most 256 KiB. */
  preview(image: Preview): Promise<Preview>
  /** A small PNG of a logo, to be put into documents; undefined when it cannot be decoded. */
  print(bytes: Uint8Array): Promise<Uint8Array | undefined>
  /** Ends the processes; what is under way is answered 503. */
  close(): Promise<void>
}

/** Starts nothing before the first image comes. Close it at the end. */
export function createImages(options: Partial<PoolOptions> = {}): Images {
  const pool = createPool({ processes: 2, queued: 64, waitMs: 20_000, deadlineMs: 20_000, ...options })

  async function check(bytes: Uint8Array): Promise<ImageCheck> {
    if (bytes.length > maxImageBytes) return refuse('IMAGE_TOO_LARGE', 'must have at most 10 MiB')
    const outcome = await pool.run({ name: 'check', bytes })
    if (outcome === 'late') return refuse('IMAGE_TOO_COMPLEX', 'takes too long to decode')
    if (outcome === 'crashed' || !('check' in outcome)) {
      return refuse('BROKEN_IMAGE', 'is damaged: it cannot be decoded')
    }
    return outcome.check
  }

  return {
    check,
    async checkAll(files) {
      const checks: ImageCheck[] = []
      const rest = files.entries()
      const lane = async () => {
        for (const [index, bytes] of rest) checks[index] = await check(bytes)
      }
      await Promise.all([lane(), lane()])
      return checks
    },
    async preview(image) {
      if (image.bytes.length <= maxPreviewBytes) return image
      const outcome = await pool.run({ name: 'preview', bytes: image.bytes })
      if (typeof outcome === 'object' && 'preview' in outcome) return outcome.preview
      throw unavailable('The preview cannot be made at the moment.')
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

/** What the process says: that it can work, then one result for each task. */
export type ImageReply =
  | 'ready'
  | { check: ImageCheck }
  | { preview: Preview }
  | { printable: Uint8Array | undefined }

/** The result, or how the process ended without one: by itself, or by us when its time was up. */
type Outcome = Exclude<ImageReply, 'ready'> | 'crashed' | 'late'

type PoolOptions = {
  /** Images decoded at once. */
  processes: number
  /** Images that wait for that; one more is refused with 503. */
  queued: number
  /** How long one may wait for its turn. */
  waitMs: number
  /** What one image may take then. */
  deadlineMs: number
  /** The program that decodes. */
  program?: string
}

/** What starting may take on a busy machine; it takes 0.2 s. */
const startMs = 30_000

/**
 * Processes that decode images, started when they are first needed. They are processes because a decoder can only be
 * stopped by killing it: a worker thread that was terminated went on for the 258 s that its image took. One that
 * crashes or is late is replaced.
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
    if (first !== 'ready') throw unavailable('Images cannot be checked at the moment.')
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

/** It gets none of the environment's secrets, since it reads what strangers sent. */
function forkChild(program = fileURLToPath(new URL('./image-process.ts', import.meta.url))): ChildProcess {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const child = fork(program, [], {
    execArgv: [],
    env: Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  // What goes wrong shows by its exit, or by the failed sending.
  child.on('error', () => {})
  return child
}

async function ask(child: ChildProcess, task: ImageTask, deadlineMs: number): Promise<Outcome> {
  child.ref()
  child.channel?.ref()
  const result = answer(child, deadlineMs)
  await new Promise<void>((resolve, reject) => {
    child.send(task, (error) =>
      error ? reject(unavailable('Images cannot be checked at the moment.')) : resolve()
    )
  })
  const outcome = await result
  // An idle process keeps no program from ending.
  child.channel?.unref()
  child.unref()
  return outcome === 'ready' ? 'crashed' : outcome
}

/** What the process says next. One that says nothing in time is killed. */
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
  return unavailable('Too many images wait to be checked.')
}
