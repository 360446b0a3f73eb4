import { resolve } from 'node:path'
import { loadCatalog } from './load-catalog/load.ts'
import { readOptions, usage } from './load-catalog/options.ts'
import { Interrupted, Stop } from './load-catalog/stop.ts'

/** One Ctrl-C may arrive more than once: from the terminal, and from what passes it on. */
const repeatMs = 1000

function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let askedAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && Date.now() - askedAt > repeatMs) process.exit(130)
      if (stop.signal.aborted) return
      askedAt = Date.now()
      stop.abort()
    })
  }
  return stop.signal
}

function quoted(arg: string): string {
  return /^[\w./:@=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`
}

async function run(args: string[]): Promise<number> {
  // npm runs a script in the project's folder and tells where it was called.
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
  if (!(error instanceof Stop || error instanceof Interrupted)) throw error
  console.error(error.message)
  process.exitCode = error instanceof Interrupted ? 130 : 1
}
