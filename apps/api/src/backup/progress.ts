/** Shows what a command is doing: one line for each step, which counts up on a terminal. */
export type Progress = {
  /** Prints a line. */
  line(text: string): void
  /** Runs a step that reads or writes files. `add` counts a part of a file, `file` a complete file. */
  step<T>(name: string, work: (counter: Counter) => Promise<T>): Promise<T>
  /** Runs a step that counts things, whose noun is given in the singular. */
  count<T>(name: string, noun: string, work: (add: (amount: number) => void) => Promise<T>): Promise<T>
}

export type Counter = { add(bytes: number): void; file(): void }

type Output = { isTTY?: boolean; write(text: string): unknown }

const redrawMs = 100
const nameWidth = 12

/** Shows progress on a stream, such as standard output. */
export function createProgress(output: Output): Progress {
  const show = async <T>(name: string, describe: () => string, work: (redraw: () => void) => Promise<T>) => {
    const start = performance.now()
    let drawn = 0
    const line = () => {
      const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
      return `  ${name.padEnd(nameWidth)}${describe().padEnd(30)}${seconds.padStart(9)}`
    }
    const redraw = () => {
      if (!output.isTTY || performance.now() - drawn < redrawMs) return
      drawn = performance.now()
      output.write(`\r${line()}`)
    }
    try {
      const result = await work(redraw)
      output.write(`${output.isTTY ? '\r' : ''}${line()}\n`)
      return result
    } catch (error) {
      if (output.isTTY && drawn > 0) output.write('\n')
      throw error
    }
  }
  return {
    line: (text) => void output.write(`${text}\n`),
    step(name, work) {
      let [bytes, files] = [0, 0]
      const describe = () =>
        files > 0 ? `${formatBytes(bytes).padStart(9)} in ${plural(files, 'file')}` : ''
      return show(name, describe, (redraw) =>
        work({
          add: (count) => {
            bytes += count
            redraw()
          },
          file: () => {
            files++
            redraw()
          }
        })
      )
    },
    count(name, noun, work) {
      let total = 0
      return show(
        name,
        () => plural(total, noun),
        (redraw) =>
          work((amount) => {
            total += amount
            redraw()
          })
      )
    }
  }
}

/** A progress that shows nothing. */
export const silent: Progress = createProgress({ write: () => {} })

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Returns a size with three or four digits, such as `482 bytes`, `16.8 MB` or `1.02 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[power]}`
}

/** Returns a number with its noun, such as `1 file` or `1,243 files`. */
export function plural(value: number, noun: string): string {
  const many = noun === 'index' ? 'indexes' : `${noun}s`
  return `${value.toLocaleString('en-US')} ${value === 1 ? noun : many}`
}
