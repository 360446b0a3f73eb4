import { homedir } from 'node:os'
import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'
import { stopSignal } from './stop-signal.ts'

/** Commands that change no data. If the reader of their output ends, as in `purveyor pull | head`, they end too. */
const reading = new Set(['pull', 'diff', 'get', 'events', 'watch', 'list', 'help'])
const isReading = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('-'))
  .slice(0, 2)
  .some((word) => reading.has(word))

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && isReading) process.exit(exitCodes.done)
  // A command that changes something finishes its work, and its exit code says how it ended.
  if (error.code === 'EPIPE') return
  process.stderr.write(`Error: the output can't be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
process.stderr.on('error', () => {})

const code = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  platform: process.platform,
  homeFolder: homedir(),
  signal: stopSignal()
})

// After a connection was lost while a file was sent, something in Node's `fetch` keeps the process alive.
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit(code)

/** Resolves when everything that was written has reached the operating system, or can't. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
