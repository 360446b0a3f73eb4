import { homedir } from 'node:os'
import { run } from './run.ts'
import { stopSignal } from './stop-signal.ts'

// `purveyor … | head` closes stdout early. The reader has what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.stderr.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  platform: process.platform,
  homeFolder: homedir(),
  signal: stopSignal()
})
