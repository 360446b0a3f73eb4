import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import type { Primary } from './db/driver/primary.ts'
import { startProcessMetrics } from './metrics/process.ts'
import { createProcessMetrics, startMetricsServer } from './modules/metrics/server.ts'
import type { Membership } from './processes/membership.ts'
import { metricsPortError } from './start-error.ts'

type Release = { version: string; schemaVersion: number; commit: string | null }
type Metrics = { port?: number; close(): Promise<void> }

/**
 * Serves the metrics on METRICS_PORT, if it is set. If the process is one of several, the supervisor serves the metrics,
 * and asks the process for them.
 */
export async function startMetrics(
  { metricsPort, host, role, dataDir }: Config,
  {
    primary,
    log,
    release,
    membership
  }: { primary: Primary; log: Logger; release: Release; membership: Membership | undefined }
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  startProcessMetrics({ ...release, role, dataDir })
  // A connection of its own, because the metrics matter most when the pools are exhausted.
  const pool = connect(primary, { max: 1, statementTimeoutMs: 5_000 })
  if (membership) {
    membership.answerMetrics(createProcessMetrics(pool, String(membership.number)))
    return { close: () => pool.end({ timeout: 1 }) }
  }
  try {
    const server = await startMetricsServer(pool, { port: metricsPort, host, log })
    return {
      port: server.port,
      async close() {
        await server.close()
        await pool.end({ timeout: 1 })
      }
    }
  } catch (error) {
    await pool.end({ timeout: 1 })
    throw metricsPortError({ host, metricsPort }, error)
  }
}
