/**
 * The cells of a table are text. `align: 'right'` is for numbers. `isFixed` is for what is useless if it is
 * shortened, such as ids. `wraps` is for sentences: they continue on further lines instead.
 */
export type Column = { title: string; align?: 'left' | 'right'; isFixed?: boolean; wraps?: boolean }

/** Shows the progress of work: a bar on a terminal, a line every few seconds elsewhere, nothing with `--json`. */
export type Progress = {
  update(done: number, note?: string): void
  /** Removes the bar, so that other text can follow. */
  stop(): void
}

/**
 * Where commands write. Results go to stdout. Notes, progress and errors go to stderr, so that stdout can be
 * piped into another program. With `--json`, `line` and `table` write nothing, and `result` and `record` do.
 */
export type Output = {
  /** True if stderr is a terminal. */
  isTerminal: boolean
  /** The width of the terminal in columns; 100 elsewhere. */
  width: number
  /** Writes a line to stdout. */
  line(text?: string): void
  /** Writes sentences to stdout. On a terminal, they are wrapped at spaces, but not within backticks. */
  paragraph(text: string): void
  /** Writes a line to stderr, with `--json` too. */
  note(text: string): void
  /** Writes a table to stdout. Cells that don't fit are shortened on a terminal, never elsewhere. */
  table(columns: Column[], rows: string[][]): void
  /** With `--json`, writes the result of the command as one JSON document to stdout. */
  result(value: unknown): void
  /** With `--json`, writes one line of NDJSON to stdout. For commands that follow something. */
  record(value: unknown): void
  /** Writes bytes or text to stdout as they are, and waits while stdout is full. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Begins a progress bar. `total` is undefined if it isn't known. */
  progress(title: string, total: number | undefined): Progress
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}
