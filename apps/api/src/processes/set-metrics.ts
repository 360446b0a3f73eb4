import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { findCommit, release } from '../lib/release.ts'
import { joinMetrics, metricsOfProcess } from '../metrics/joined.ts'
import { startProcessMetrics } from '../metrics/process.ts'
import { type MetricsServer, serveMetrics } from '../modules/metrics/metrics-server.ts'
import { metricsPortError } from '../start-error.ts'
import type { ProcessSet } from './process-set.ts'

/**
 * Serves the metrics of all processes of the node on METRICS_PORT, if it is set. The label `process` is the number of
 * the process, or `supervisor` for this one. Counters stay separate, because a process that is replaced starts at 0.
 */
export async function startSetMetrics(
  { metricsPort, host, dataDir, commit }: Config,
  { members, log }: { members: Pick<ProcessSet, 'readMetrics'>; log: Pick<Log, 'error'> }
): Promise<MetricsServer | undefined> {
  if (metricsPort === undefined) return undefined
  startProcessMetrics({ ...release, commit: await findCommit(commit), role: 'supervisor', dataDir })
  try {
    return await serveMetrics(
      async () => await joinMetrics([await metricsOfProcess('supervisor'), ...(await members.readMetrics())]),
      { port: metricsPort, host, log }
    )
  } catch (error) {
    throw metricsPortError({ host, metricsPort }, error)
  }
}
