// npm run bench: measures the service, and compares it with its floor: the minimum work that gives the same
// result on this machine.
import { OptionsError, readOptions } from './options.ts'
import { headerLines, tableText, writeReport } from './report.ts'
import { runBench } from './run-bench.ts'

async function main(args: string[]): Promise<number> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort())
  try {
    const options = readOptions(args)
    const report = await runBench(options, { log: (line) => console.error(line), signal: interrupt.signal })
    console.log(['', ...headerLines(report), '', tableText(report.results)].join('\n'))
    console.log(`\n${writeReport(options.out, report)}`)
    return report.failures.length > 0 ? 1 : 0
  } catch (error) {
    if (interrupt.signal.aborted) return 130
    console.error(error instanceof OptionsError ? error.message : error)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
