import { count } from './numbers.ts'
import type { Progress } from './output.ts'
import { shorten } from './table.ts'

/** Progress that can make room for a line of text. */
export type RedrawnProgress = Progress & {
  hide(): void
  draw(): void
}

type ErrorStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** Elsewhere than on a terminal, a line is written at most this often. */
const lineEveryMs = 5000
/** On a terminal, the bar is drawn at most this often. */
const drawEveryMs = 100
const barWidth = 24

/** Returns a duration such as `42 s`, `3 min 20 s` or `1 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  const rest = Math.floor(seconds % 60)
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
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
  if (rate > 0) parts.push(`${count(Math.round(rate))}/s`)
  if (left !== undefined && done < (total ?? 0)) parts.push(`${duration(left)} left`)
  return parts.join(', ')
}

function bar(done: number, total: number): string {
  const share = Math.min(1, done / total)
  const filled = Math.floor(share * barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${percent}%`
}

function barProgress(stream: ErrorStream, title: string, total: number | undefined): RedrawnProgress {
  const clock = createClock(total)
  let text = ''
  let drawnAt = 0
  let isStopped = false
  const hide = () => {
    if (drawnAt > 0 && !isStopped) stream.write('\r\u001b[K')
  }
  const draw = () => {
    if (isStopped || text === '') return
    drawnAt = Date.now()
    // One column stays free, because some terminals begin a new line after the last one.
    stream.write(`\r${shorten(text, (stream.columns || 80) - 1)}\u001b[K`)
  }
  return {
    update(done, note = '') {
      const parts = [title, total ? bar(done, total) : '', describe(done, total, clock), note]
      text = parts.filter(Boolean).join('  ')
      if (drawnAt === 0 || Date.now() - drawnAt >= drawEveryMs || done === total) draw()
    },
    stop() {
      hide()
      isStopped = true
    },
    hide,
    draw
  }
}

function lineProgress(stream: ErrorStream, title: string, total: number | undefined): RedrawnProgress {
  const clock = createClock(total)
  let writtenAt = Date.now()
  return {
    update(done, note) {
      const state = describe(done, total, clock)
      if (Date.now() - writtenAt < lineEveryMs) return
      writtenAt = Date.now()
      stream.write(`${title}: ${state}${note ? `, ${note}` : ''}\n`)
    },
    stop() {},
    hide() {},
    draw() {}
  }
}

/** Begins progress on a stream: a bar on a terminal, a line every few seconds elsewhere. */
export function createProgress(
  stream: ErrorStream,
  title: string,
  total: number | undefined
): RedrawnProgress {
  return (stream.isTTY ? barProgress : lineProgress)(stream, title, total)
}
