// Builds the console unless the build of the current sources exists: `npm run build`. The service runs this file
// as a child process with --background: the priority is then low, and the build ends when the service ends.
import { setPriority } from 'node:os'
import { relative, resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { buildFolders } from './folders.ts'
import { consoleSources } from './sources.ts'

/** What the process reports to the service when the build exists. */
export type BuildMessage = { folder: string }

const { values } = parseArgs({
  options: {
    background: { type: 'boolean' },
    // The folders for the build, in the order in which they are tried.
    output: { type: 'string', multiple: true, default: buildFolders() },
    // Another application, for tests.
    source: { type: 'string' }
  }
})
const sources = values.source === undefined ? consoleSources : { folder: values.source, others: [] }

if (values.background) {
  // Threads that start later inherit the priority.
  setPriority(10)
  process.once('disconnect', () => process.exit(1))
  // Ctrl-C and systemd signal all processes. The service then ends this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}

try {
  const { buildConsole } = await import('./build-console.ts')
  const start = performance.now()
  const { folder, isNew } = await buildConsole(sources, values.output)
  const message: BuildMessage = { folder }
  if (process.send) process.send(message, () => process.exit(0))
  else
    console.log(
      isNew ? `The console was built in ${secondsSince(start)} s: ${shown(folder)}` : upToDate(folder)
    )
} catch (error) {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  // The backtrace of the bundler has no names.
  const [cause = ''] = text.split(/\n+Stack backtrace:/, 1)
  process.stderr.write(values.background ? cause : `The console could not be built. ${cause}\n`)
  process.exit(1)
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

function upToDate(folder: string): string {
  return `The console is up to date: ${shown(folder)}`
}

function shown(folder: string): string {
  return relative(resolve(consoleSources.folder, '../..'), folder)
}
