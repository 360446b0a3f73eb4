import { choosePort } from '../choose-port.ts'
import type { Config } from '../config.ts'
import { collectAll, limitGarbage } from '../lib/garbage.ts'
import { createLog } from '../lib/log/create-log.ts'
import { ProcessSet } from './process-set.ts'

/**
 * Starts the processes of a node, and replaces them if they end. They share a port: this process accepts the
 * connections, and sends each to one of the others. SIGHUP replaces all of them, one after another. SIGTERM and SIGINT
 * stop the node, and so does SIGHUP if a terminal sends it because it was closed. Exits with code 1 if one of the
 * processes can't be started; it has printed why.
 */
export async function supervise(config: Config): Promise<void> {
  limitGarbage()
  const { logLevel: level, nodeEnv, processes } = config
  const log = createLog({ level, nodeEnv, isShared: true })
  const port = await choosePort(config)
  const members = new ProcessSet({ ...config, port }, { log })
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await (await import('./set-metrics.ts')).startSetMetrics(config, { members, log })
  const stop = () => members.stop()
  const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('SIGHUP', isOnTerminal ? stop : () => members.replaceAll())
  members.ended.then(async (code) => {
    await metrics?.close()
    process.exit(code)
  })
  if (!(await members.start())) return
  // Reading the configuration has left garbage that an idle process would not collect.
  collectAll()
  log.info({ processes, port, metricsPort: metrics?.port }, 'all processes are ready')
}
