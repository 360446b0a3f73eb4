import { resolve } from 'node:path'
import { FatalError, Interrupted } from './load-catalog/errors.ts'
import { loadCatalog } from './load-catalog/load.ts'
import { readOptions, usage } from './load-catalog/options.ts'

/** Process signals within this time count as one. On Ctrl-C, the terminal and npm each send a signal. */
const sameSignalMs = 1000

/**
 * Returns an AbortSignal that aborts at the first Ctrl-C or SIGTERM. A second Ctrl-C or SIGTERM ends the
 * process immediately.
 */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let abortedAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && Date.now() - abortedAt > sameSignalMs) process.exit(130)
      if (stop.signal.aborted) return
      abortedAt = Date.now()
      stop.abort()
    })
  }
  return stop.signal
}

function quoted(arg: string): string {
  return /^[\w./:@=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`
}

async function run(args: string[]): Promise<number> {
  // npm runs a script in the project's folder, and sets INIT_CWD to the folder where it was called.
  const options = readOptions(args, process.env, process.env.INIT_CWD ?? process.cwd())
  if (options === 'help') {
    console.log(usage)
    return 0
  }
  return loadCatalog(options, {
    signal: stopSignal(),
    stdout: process.stdout,
    stderr: process.stderr,
    journalFolder: resolve('.purveyor/load-catalog'),
    command: ['npm run load-catalog --', ...args.map(quoted)].join(' ')
  })
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof FatalError || error instanceof Interrupted)) throw error
  console.error(error.message)
  process.exitCode = error instanceof Interrupted ? 130 : 1
}
