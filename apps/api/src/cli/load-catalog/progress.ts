import type { Writable } from 'node:stream'
import cliProgress from 'cli-progress'

export type Progress = {
  /** So many rows more are through. */
  advance(rows: number): void
  /** Something that a person who waits should know. */
  note(text: string): void
  end(): void
}

const rows = '{bar} {percentage}%  {value}/{total} rows'
const formats = { usual: `${rows}, {eta_formatted} left`, noted: `${rows}  {note}` }

const tenths = 10
const mostRowsALine = 1000

/** A bar on a terminal; elsewhere a line for each tenth of the rows, or each thousand where that is less. */
export function showProgress(stream: Writable & { isTTY?: boolean }, total: number): Progress {
  return stream.isTTY ? bar(stream, total) : lines(stream, total)
}

function bar(stream: Writable, total: number): Progress {
  const single = new cliProgress.SingleBar({
    format: (options, params, payload: { note: string }) =>
      cliProgress.Format.Formatter(
        { ...options, format: payload.note ? formats.noted : formats.usual },
        params,
        payload
      ),
    // With the longest note it is 80 columns wide.
    barsize: 24,
    stream,
    // A row at a time says little of the rate of a batch.
    etaBuffer: 500,
    linewrap: true,
    // The command ends by itself at Ctrl-C, and the bar with it.
    gracefulExit: false,
    barCompleteChar: '█',
    barIncompleteChar: '░'
  })
  single.start(total, 0, { note: '' })
  return {
    advance: (rows) => single.increment(rows, { note: '' }),
    note: (text) => single.update({ note: text }),
    end: () => single.stop()
  }
}

function lines(stream: Writable, total: number): Progress {
  const step = Math.max(1, Math.min(mostRowsALine, Math.ceil(total / tenths)))
  let value = 0
  let told = 0
  const tell = () => {
    told = value
    stream.write(`${value.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows\n`)
  }
  return {
    advance(rows) {
      value += rows
      if (value - told >= step) tell()
    },
    note: (text) => void stream.write(`${text}\n`),
    end() {
      if (value > told) tell()
    }
  }
}
