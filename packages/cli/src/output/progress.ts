import { Presets, SingleBar } from 'cli-progress'
import type { Progress } from './output.ts'

type ErrorStream = NodeJS.WritableStream & { isTTY?: boolean }

/** Elsewhere than on a terminal, a line is written at most this often. */
const lineEveryMs = 5000

const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Returns a duration such as `42 s`, `3 min 20 s` or `1 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The rate and the time left of some work, from its first update on. */
function createClock(total: number | undefined) {
  const startedAt = Date.now()
  let first: number | undefined
  return (done: number): { rate: number; left: number | undefined } => {
    first ??= done
    const seconds = (Date.now() - startedAt) / 1000
    const rate = seconds > 0.2 ? (done - first) / seconds : 0
    const left = total !== undefined && rate > 0 ? Math.max(0, total - done) / rate : undefined
    return { rate, left }
  }
}

function describe(done: number, total: number | undefined, clock: ReturnType<typeof createClock>): string {
  const { rate, left } = clock(done)
  const parts = [total === undefined ? count(done) : `${count(done)} of ${count(total)}`]
  if (rate > 0) parts.push(`${count(rate)}/s`)
  if (left !== undefined && done < (total ?? 0)) parts.push(`${duration(left)} left`)
  return parts.join(', ')
}

function barProgress(stream: ErrorStream, title: string, total: number | undefined): Progress {
  const clock = createClock(total)
  const format = total ? `${title} {bar} {percentage}%  {state}  {note}` : `${title}  {state}  {note}`
  const bar = new SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true, stopOnComplete: false, barsize: 24, fps: 5 },
    Presets.shades_classic
  )
  bar.start(total ?? 0, 0, { state: '', note: '' })
  return {
    update: (done, note = '') => bar.update(done, { state: describe(done, total, clock), note }),
    stop: () => bar.stop()
  }
}

function lineProgress(stream: ErrorStream, title: string, total: number | undefined): Progress {
  const clock = createClock(total)
  let writtenAt = Date.now()
  return {
    update(done, note) {
      const state = describe(done, total, clock)
      if (Date.now() - writtenAt < lineEveryMs) return
      writtenAt = Date.now()
      stream.write(`${title}: ${state}${note ? `, ${note}` : ''}\n`)
    },
    stop() {}
  }
}

export function createProgress(stream: ErrorStream, title: string, total: number | undefined): Progress {
  return (stream.isTTY ? barProgress : lineProgress)(stream, title, total)
}
