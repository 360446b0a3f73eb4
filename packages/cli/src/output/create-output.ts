import { once } from 'node:events'
import { hasColours, style, withoutStyles } from './colours.ts'
import type { Output } from './output.ts'
import { createProgress, type RedrawnProgress } from './progress.ts'
import { tableLines } from './table.ts'
import { wrapProse } from './wrap.ts'

/** A stream that may be a terminal, such as `process.stdout`. */
export type OutputStream = NodeJS.WritableStream & {
  isTTY?: boolean
  columns?: number
  writableNeedDrain?: boolean
}

type Options = {
  stdout: OutputStream
  stderr: OutputStream
  env: Record<string, string | undefined>
  args: string[]
  json: boolean
}

const noProgress: RedrawnProgress = { update() {}, stop() {}, hide() {}, draw() {} }

/** Creates the output of a command. Without a terminal, and with NO_COLOR, the text has no escape codes. */
export function createOutput({ stdout, stderr, env, args, json }: Options): Output {
  const colours = { stdout: hasColours(stdout, env, args), stderr: hasColours(stderr, env, args) }
  const width = stdout.columns || stderr.columns || 100
  let progress: RedrawnProgress | undefined

  const print = (text: string) => {
    stdout.write(`${colours.stdout ? text : withoutStyles(text)}\n`)
  }
  return {
    isTerminal: stderr.isTTY === true,
    width,
    line: (text = '') => {
      if (!json) print(text)
    },
    paragraph(text) {
      if (json) return
      for (const line of stdout.isTTY ? wrapProse(text, width) : [text]) print(line)
    },
    note(text) {
      progress?.hide()
      stderr.write(`${colours.stderr ? text : withoutStyles(text)}\n`)
      progress?.draw()
    },
    table(columns, rows) {
      if (json) return
      for (const line of tableLines(columns, rows, stdout.isTTY ? width : undefined)) print(line)
    },
    result(value) {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    record(value) {
      if (json) stdout.write(`${JSON.stringify(value)}\n`)
    },
    async write(chunk) {
      if (stdout.write(chunk)) return
      if (stdout.writableNeedDrain !== false) await once(stdout, 'drain')
    },
    progress(title, total) {
      progress?.stop()
      progress = json ? noProgress : createProgress(stderr, title, total)
      return progress
    },
    bold: (text) => style('bold', text),
    dim: (text) => style('dim', text),
    red: (text) => style('red', text),
    green: (text) => style('green', text),
    yellow: (text) => style('yellow', text)
  }
}
